package io.daybook.api;

/**
 * A snapshot that was completed.
 *
 * @param seq the last command in it
 * @param timestampNs the time of that command, ns since the epoch
 * @param stateHash the hash of the captured state; 0 without a journal
 * @param sizeBytes the size on the disk; 0 without a journal
 * @param pauseNs how long the engine stopped to copy its state
 * @param elapsedNs the time from the copy to the completed snapshot
 */
public record SnapshotReport(long seq, long timestampNs, long stateHash, long sizeBytes, long pauseNs, long elapsedNs) {

    /** Whether the snapshot is on the disk; without a journal nothing is written. */
    public boolean isWritten() {
        return sizeBytes > 0;
    }
}
