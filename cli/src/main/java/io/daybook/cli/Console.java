package io.daybook.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Where a command reads and writes; tests give it memory.
 *
 * @param in standard input
 * @param out standard output: results, unbuffered
 * @param err standard error: everything that is for people
 */
record Console(InputStream in, OutputStream out, PrintStream err) {
    /** Set by the launcher, which can tell: whether standard output is a terminal. */
    private static final String TERMINAL_PROPERTY = "daybook.terminal";

    /** The same of standard error. */
    private static final String ERROR_TERMINAL_PROPERTY = "daybook.errorTerminal";

    /** Whether results appear before somebody's eyes, rather than in a file or another program. */
    static boolean showsToPerson() {
        return Boolean.getBoolean(TERMINAL_PROPERTY);
    }

    /** Whether what is for people appears before somebody's eyes. */
    static boolean tellsPerson() {
        return Boolean.getBoolean(ERROR_TERMINAL_PROPERTY);
    }
}
