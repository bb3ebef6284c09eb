package io.daybook.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.LongSupplier;

/**
 * Where a command reads and writes, and its clock; tests give it memory and a time of their own.
 *
 * @param in standard input
 * @param out standard output: results, unbuffered
 * @param err standard error: everything that is for people
 * @param clock as {@link System#nanoTime}: for how long something takes
 */
record Console(InputStream in, OutputStream out, PrintStream err, LongSupplier clock) {
    /** Set by the launcher, which can tell: whether standard output is a terminal. */
    private static final String TERMINAL_PROPERTY = "daybook.terminal";

    /** The same of standard error. */
    private static final String ERROR_TERMINAL_PROPERTY = "daybook.errorTerminal";

    /** Whether standard output is a file: neither a terminal nor a pipe, whose end may well write to one. */
    private static final String OUTPUT_FILE_PROPERTY = "daybook.outputFile";

    /** A console in real time. */
    Console(final InputStream in, final OutputStream out, final PrintStream err) {
        this(in, out, err, System::nanoTime);
    }

    /** What there is to say on standard output in words, for people. */
    Report report() {
        return new Report(out);
    }

    /** Whether results appear before somebody's eyes, rather than in a file or another program. */
    static boolean showsToPerson() {
        return Boolean.getBoolean(TERMINAL_PROPERTY);
    }

    /** Whether results end in a file, and show up nowhere meanwhile. */
    static boolean keepsResults() {
        return Boolean.getBoolean(OUTPUT_FILE_PROPERTY);
    }

    /** Whether what is for people appears before somebody's eyes. */
    static boolean tellsPerson() {
        return Boolean.getBoolean(ERROR_TERMINAL_PROPERTY);
    }
}
