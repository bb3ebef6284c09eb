package io.daybook.core.recovery;

/**
 * The commands of a journal cannot be carried out again: mostly because the engine failed on one of them, as it had when that command
 * first came; nothing from there on was ever answered. The message names the seq, the command and the ways out.
 */
public final class RecoveryFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long seq;

    RecoveryFailedException(final long seq, final String message, final Throwable cause) {
        super(message, cause);
        this.seq = seq;
    }

    RecoveryFailedException(final long seq, final String message) {
        super(message);
        this.seq = seq;
    }

    /** The command on which the engine failed. */
    public long seq() {
        return seq;
    }
}
