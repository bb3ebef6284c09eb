package io.daybook.cli.shell;

/**
 * Thrown for a line that a session cannot understand. The message contains the fault and the correct usage. There is no
 * stack trace, because such input is ordinary.
 */
final class ShellException extends Exception {
    private static final long serialVersionUID = 1L;

    ShellException(final String message) {
        super(message, null, false, false);
    }
}
