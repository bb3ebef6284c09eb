package io.daybook.cli;

/** A command cannot go on, for a reason that one line explains. It carries no stack trace. */
final class CommandFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    CommandFailure(final int exitCode, final String message) {
        super(message, null, false, false);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
