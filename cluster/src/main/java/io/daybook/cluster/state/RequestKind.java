package io.daybook.cluster.state;

/** What a message to the cluster asks for. The numbers stand in logs: they are stable, and none is used again. */
public enum RequestKind {
    /** Commands, which are carried out all, in their order, or none. */
    COMMANDS(1),
    /** A built-in query. */
    QUERY(2),
    /** Begins a session, or takes it over. */
    OPEN(3),
    /** What the whole log goes by; the first message of a log. */
    SETTINGS(4),
    /** A piece of a state with which a log begins, in place of SETTINGS. */
    IMPORT(5),
    /** From here on commands are carried out by the next version of semantics. */
    ACTIVATE(6);

    private static final RequestKind[] BY_CODE = {COMMANDS, QUERY, OPEN, SETTINGS, IMPORT, ACTIVATE};

    private final int code;

    RequestKind(final int code) {
        this.code = code;
    }

    /** The stable number of this value. */
    public int code() {
        return code;
    }

    /** Whether a constant with this code exists. */
    static boolean isKnown(final int code) {
        return code >= 1 && code <= BY_CODE.length;
    }

    /** The value with a number, which must be known. */
    static RequestKind of(final int code) {
        return BY_CODE[code - 1];
    }
}
