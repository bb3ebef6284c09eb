package io.daybook.api;

/** A snapshot was not completed. Nothing else is affected: older snapshots and the journal are unchanged. */
public final class SnapshotFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long seq;

    /** Creates it with the command at which the state was captured, and the cause. */
    public SnapshotFailedException(final long seq, final Throwable cause) {
        super("the snapshot at seq " + seq + " was not completed: " + cause.getMessage(), cause);
        this.seq = seq;
    }

    /** The command at which the state was captured. */
    public long seq() {
        return seq;
    }
}
