package io.daybook.core.recovery;

/**
 * The engine failed on a command of the journal, as it had when that command first came. Nothing from there on was ever answered;
 * the message names the seq, the command and the ways out.
 */
public final class RecoveryFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long seq;

    RecoveryFailedException(final long seq, final String message, final Throwable cause) {
        super(message, cause);
        this.seq = seq;
    }

    /** The command on which the engine failed. */
    public long seq() {
        return seq;
    }
}
