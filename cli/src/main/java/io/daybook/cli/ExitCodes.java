package io.daybook.cli;

/** The exit status of the command. */
final class ExitCodes {
    static final int OK = 0;

    /** The input had lines that were no commands. */
    static final int BAD_LINES = 1;

    /** Wrong usage: options, arguments, input files that cannot be read. */
    static final int USAGE = 2;

    /**
     * The core stopped, refused to start on a journal, or had no room for more of it; memory ran out, or output cannot
     * be written.
     */
    static final int FATAL = 3;

    private ExitCodes() {}
}
