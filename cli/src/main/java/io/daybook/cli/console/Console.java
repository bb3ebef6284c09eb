package io.daybook.cli.console;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.LongSupplier;

/**
 * The input, output and clock of a command; tests replace them.
 *
 * @param in standard input
 * @param out standard output: results, unbuffered
 * @param err standard error: messages for people, apart from results
 * @param clock a clock like {@link System#nanoTime}, which measures durations
 */
public record Console(InputStream in, OutputStream out, PrintStream err, LongSupplier clock) {
    /** Whether standard output is a terminal; set by the launcher, which can detect that. */
    private static final String TERMINAL_PROPERTY = "daybook.terminal";

    /** Whether standard error is a terminal. */
    private static final String ERROR_TERMINAL_PROPERTY = "daybook.errorTerminal";

    /** Whether standard output is a file: neither a terminal nor a pipe, whose reader may well write to a terminal. */
    private static final String OUTPUT_FILE_PROPERTY = "daybook.outputFile";

    /** Creates a console with the system's clock. */
    public Console(final InputStream in, final OutputStream out, final PrintStream err) {
        this(in, out, err, System::nanoTime);
    }

    /** Returns a report in words for people, on standard output. */
    public Report report() {
        return new Report(out);
    }

    /** Returns whether results go to a terminal, rather than to a file or another program. */
    public static boolean showsToPerson() {
        return Boolean.getBoolean(TERMINAL_PROPERTY);
    }

    /** Returns whether results go to a file, so that no terminal shows them while the command runs. */
    static boolean keepsResults() {
        return Boolean.getBoolean(OUTPUT_FILE_PROPERTY);
    }

    /** Returns whether standard error goes to a terminal. */
    public static boolean tellsPerson() {
        return Boolean.getBoolean(ERROR_TERMINAL_PROPERTY);
    }
}
