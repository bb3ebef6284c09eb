package io.daybook.api;

/**
 * The state cannot be recovered from the journal, although no byte of it is damaged. The engine fails on a command, as
 * it did when the command first arrived (no later command was ever answered); or a command cannot be decoded, usually
 * because a later version wrote it; or the state of a snapshot differs from that of the commands. The message names the
 * seq, what differs and what to do.
 */
public final class RecoveryFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The value of {@link #cutSeq()} if truncating the journal would not help. */
    public static final long NO_SEQ = 0;

    private final long seq;
    private final long cutSeq;

    /**
     * Reports a command on which the engine fails, or which cannot be decoded.
     *
     * @param cutSeq the first seq of its block, where the journal can be cut; or {@link #NO_SEQ}
     */
    public RecoveryFailedException(final long seq, final long cutSeq, final String message, final Throwable cause) {
        super(message, cause);
        this.seq = seq;
        this.cutSeq = cutSeq;
    }

    /** Reports a command on which the engine fails, or which cannot be decoded. */
    public RecoveryFailedException(final long seq, final String message, final Throwable cause) {
        this(seq, NO_SEQ, message, cause);
    }

    /** Reports a snapshot whose state differs from that of the commands. */
    public RecoveryFailedException(final long seq, final String message) {
        super(message);
        this.seq = seq;
        this.cutSeq = NO_SEQ;
    }

    /**
     * The seq of the command on which the engine failed, which cannot be decoded, or at which the snapshot was taken.
     */
    public long seq() {
        return seq;
    }

    /**
     * The first seq that a truncation would give up, as the last resort; {@link #NO_SEQ} if truncating would not help.
     */
    public long cutSeq() {
        return cutSeq;
    }
}
