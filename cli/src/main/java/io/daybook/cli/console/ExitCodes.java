package io.daybook.cli.console;

/** The exit status of the command. */
public final class ExitCodes {
    public static final int OK = 0;

    /** Some lines of the input were not commands. */
    public static final int BAD_LINES = 1;

    /** Wrong usage: options, arguments, input files that cannot be read. */
    public static final int USAGE = 2;

    /**
     * The core stopped, refused to start on a journal, or found no room on the disk for more of the journal; or memory
     * ran out, or the output cannot be written.
     */
    public static final int FATAL = 3;

    private ExitCodes() {}
}
