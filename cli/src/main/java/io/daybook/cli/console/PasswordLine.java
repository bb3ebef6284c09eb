package io.daybook.cli.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a new password, which a person types twice without echo, or a program sends. */
public final class PasswordLine {
    /** Whether standard input and output are terminals; set by the launcher, which can detect that. */
    private static final String INTERACTIVE_PROPERTY = "daybook.interactive";

    private static final int MOST_BYTES = 1_024;

    private PasswordLine() {}

    /**
     * Reads a password that is typed twice, if the input is a terminal; otherwise reads one line of the console's
     * input.
     */
    public static String read(final Console console) throws CommandFailure {
        final java.io.Console terminal = Boolean.getBoolean(INTERACTIVE_PROPERTY) ? System.console() : null;
        if (terminal != null) {
            return typed(prompt -> terminal.readPassword("%s", prompt));
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

    /**
     * Reads a password that is typed twice.
     *
     * @param terminal shows a prompt, and returns the typed line, or null at the end of its input
     */
    static String typed(final Function<String, char @Nullable []> terminal) throws CommandFailure {
        final char[] first = terminal.apply("password: ");
        final char[] again = first == null ? null : terminal.apply("the same again: ");
        if (first == null || !Arrays.equals(first, again)) {
            throw new CommandFailure(ExitCodes.USAGE, "the two passwords differ: nothing was changed");
        }
        return new String(first);
    }
}
