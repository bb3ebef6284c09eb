package io.daybook.api;

/** When an exchange with a journal may release a result. */
public enum AckMode {
    /** After the command was forced to the disk: it survives the loss of power. */
    AFTER_FORCE,
    /**
     * After the command was written: it survives the death of the process; the loss of power may take the last moments.
     */
    AFTER_WRITE
}
