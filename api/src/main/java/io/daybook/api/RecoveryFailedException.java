package io.daybook.api;

/**
 * The state cannot be recovered from the journal, although no byte of it is damaged. The engine fails on a command, as
 * it did when that command first came (nothing from there on was ever answered); or a command cannot be decoded, mostly
 * because a later version wrote it; or a snapshot shows another state than the commands lead to. The message names the
 * seq, what differs and what to do.
 */
public final class RecoveryFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Truncating the journal would not help. */
    public static final long NO_SEQ = 0;

    private final long seq;
    private final long cutSeq;

    /**
     * A command on which the engine fails, or which cannot be decoded, for a reason.
     *
     * @param cutSeq the first seq of its block, where the journal can be cut; or {@link #NO_SEQ}
     */
    public RecoveryFailedException(final long seq, final long cutSeq, final String message, final Throwable cause) {
        super(message, cause);
        this.seq = seq;
        this.cutSeq = cutSeq;
    }

    /** A command on which the engine fails, or which cannot be decoded, for a reason. */
    public RecoveryFailedException(final long seq, final String message, final Throwable cause) {
        this(seq, NO_SEQ, message, cause);
    }

    /** A snapshot that shows another state than the commands lead to. */
    public RecoveryFailedException(final long seq, final String message) {
        super(message);
        this.seq = seq;
        this.cutSeq = NO_SEQ;
    }

    /** The command on which the engine failed, which cannot be decoded, or at which the snapshot was taken. */
    public long seq() {
        return seq;
    }

    /**
     * The first seq that a truncation would give up, as the last resort; {@link #NO_SEQ} where truncating would not
     * help.
     */
    public long cutSeq() {
        return cutSeq;
    }
}
