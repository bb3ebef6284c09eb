package io.daybook.scenario;

/**
 * A line that is not a command; the message has the fault, its place and what was expected. It carries no stack trace:
 * bad lines are ordinary input.
 */
public final class BadLineException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates it with the message that becomes the line's {@code error}. */
    public BadLineException(final String message) {
        super(message, null, false, false);
    }
}
