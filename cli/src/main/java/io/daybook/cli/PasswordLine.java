package io.daybook.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A password as somebody types it, unseen, or as a program sends it. */
final class PasswordLine {
    /** Set by the launcher, which can tell: whether standard input and output are terminals. */
    private static final String INTERACTIVE_PROPERTY = "daybook.interactive";

    private static final int MOST_BYTES = 1_024;

    private PasswordLine() {}

    /** One line of a console's input; of the terminal, where the input is one. */
    static String read(final Console console) throws CommandFailure {
        final java.io.Console terminal = Boolean.getBoolean(INTERACTIVE_PROPERTY) ? System.console() : null;
        if (terminal != null) {
            final char[] typed = terminal.readPassword("password: ");
            return typed == null ? "" : new String(typed);
        }
        try {
            final ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = console.in().read();
                    next >= 0 && next != '\n' && line.size() < MOST_BYTES;
                    next = console.in().read()) {
                if (next != '\r') {
                    line.write(next);
                }
            }
            return line.toString(StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new CommandFailure(
                    ExitCodes.USAGE, "the password cannot be read from standard input: " + CommandFailure.describe(e));
        }
    }
}
