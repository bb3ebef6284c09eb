package io.daybook.scenario;

/**
 * Thrown for a line that is not a command. The message has the fault, its place and the expected content. There is no
 * stack trace, because bad lines are ordinary input.
 */
public final class BadLineException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with the message that becomes the line's {@code error}. */
    public BadLineException(final String message) {
        super(message, null, false, false);
    }
}
