package io.daybook.journal;

import io.daybook.journal.access.JournalWriter;

/** Takes what a journal holds, in order. An exception that it throws ends the replay and reaches the caller. */
public interface ReplayConsumer {

    /**
     * One block, as it was given to {@link JournalWriter#append}. The array is the journal's and is valid during the
     * call only.
     *
     * @param firstSeq seq of the first command in the block; the first block of a replay may start before the seq asked
     *     for, because blocks are read whole
     * @param count how many commands it holds, ≥ 1
     * @param firstTimestampNs as given to append
     * @param codecVersion of the segment from which the block comes: how its bytes are read
     * @param semanticsVersion of that segment: what its commands mean; never lower than that of the block before
     */
    void onBlock(
            long firstSeq,
            int count,
            long firstTimestampNs,
            int codecVersion,
            int semanticsVersion,
            byte[] block,
            int offset,
            int length);

    /**
     * A snapshot was completed: after command {@code seq} the state had this hash.
     *
     * @param seq of the command that asked for the snapshot; it was replayed earlier, unless the replay began after it
     */
    default void onSnapshotMark(final long seq, final long stateHash) {}
}
