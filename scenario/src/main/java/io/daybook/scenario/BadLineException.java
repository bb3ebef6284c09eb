package io.daybook.scenario;

/**
 * A line that is no command; the message says what is wrong, where, and what was expected. It carries no stack trace:
 * bad lines are ordinary input.
 */
public final class BadLineException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the message that becomes the line's {@code error}. */
    public BadLineException(final String message) {
        super(message, null, false, false);
    }
}
