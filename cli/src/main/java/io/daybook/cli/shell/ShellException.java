package io.daybook.cli.shell;

/**
 * A line that a session cannot understand; the message says what is wrong and what to write instead. No stack trace:
 * ordinary input.
 */
final class ShellException extends Exception {
    private static final long serialVersionUID = 1L;

    ShellException(final String message) {
        super(message, null, false, false);
    }
}
