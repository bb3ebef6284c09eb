package io.daybook.api;

/** The moment at which an exchange with a journal may release a result. */
public enum AckMode {
    /** After the command was forced to the disk: it survives the loss of power. */
    AFTER_FORCE,
    /**
     * After the command was written: it survives a crash of the process, but a loss of power can lose the newest
     * commands.
     */
    AFTER_WRITE
}
