package io.daybook.api;

/**
 * The state cannot be had back from what the journal holds, although no byte of it is damaged: the engine fails on a command, as it
 * had when that command first came (nothing from there on was ever answered); a command cannot be decoded, mostly because a later
 * version wrote it; or a snapshot shows another state than the commands lead to. The message names the seq, what differs and the
 * ways out.
 */
public final class RecoveryFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long seq;

    /** A command on which the engine fails, or which cannot be decoded, for a reason. */
    public RecoveryFailedException(final long seq, final String message, final Throwable cause) {
        super(message, cause);
        this.seq = seq;
    }

    /** A snapshot that shows another state than the commands lead to. */
    public RecoveryFailedException(final long seq, final String message) {
        super(message);
        this.seq = seq;
    }

    /** The command on which the engine failed, which cannot be decoded, or at which the snapshot was taken. */
    public long seq() {
        return seq;
    }
}
