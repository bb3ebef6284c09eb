package io.daybook.server.config;

/** The form of the lines of the log. */
public enum LogFormat {
    /** Text on a terminal, JSON elsewhere. */
    AUTO,
    /** Text for people. */
    TEXT,
    /** An object per line. */
    JSON
}
