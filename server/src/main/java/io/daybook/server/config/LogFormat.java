package io.daybook.server.config;

/** What lines of the log look like. */
public enum LogFormat {
    /** Text on a terminal, JSON elsewhere. */
    AUTO,
    /** For people. */
    TEXT,
    /** An object a line. */
    JSON
}
