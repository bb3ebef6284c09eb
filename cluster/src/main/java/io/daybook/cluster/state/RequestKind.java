package io.daybook.cluster.state;

/**
 * The kinds of messages to the cluster: the first byte, and for some kinds a number in the count field, the mark. Both
 * are in logs: they are stable and never reused.
 */
public enum RequestKind {
    /** Commands, which are carried out in order, all or none. The count field has their number. */
    COMMANDS(1, RequestKind.FREE),
    /** A built-in query. */
    QUERY(2, RequestKind.FREE),
    /** Begins a session of a client, or takes it over. */
    OPEN(3, 0),
    /** Begins the session of a door, or takes it over: the door receives results as a follower and gets no replies. */
    OPEN_DOOR(3, 1),
    /** The settings of the whole log; its first message. */
    SETTINGS(4, 0),
    /** A list of followers that replaces the list of the settings. */
    SET_FOLLOWERS(4, 1),
    /** Names that join the list of followers. */
    ADD_FOLLOWERS(4, 2),
    /** A piece of a state with which a log begins, in place of SETTINGS. */
    IMPORT(5, 0),
    /** The last piece of a state with which a log begins. */
    IMPORT_LAST(5, 1),
    /** Changes the version of semantics for all later commands. The count field has the version. */
    ACTIVATE(6, RequestKind.FREE);

    /** The mark of a kind that the count field does not identify. */
    private static final int FREE = -1;

    private static final RequestKind[] ALL = values();

    private final int code;
    private final int mark;

    RequestKind(final int code, final int mark) {
        this.code = code;
        this.mark = mark;
    }

    /** The stable first byte of such a message. */
    public int code() {
        return code;
    }

    /** The initial value of the count field: the mark, or 0. */
    int mark() {
        return Math.max(0, mark);
    }

    /** Returns whether a kind has this first byte and this count. */
    static boolean isKnown(final int code, final int count) {
        for (final RequestKind kind : ALL) {
            if (kind.matches(code, count)) {
                return true;
            }
        }
        return false;
    }

    /** The kind with this first byte and this count, which must be known. */
    static RequestKind of(final int code, final int count) {
        for (final RequestKind kind : ALL) {
            if (kind.matches(code, count)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no kind of request: code=" + code + ", count=" + count);
    }

    private boolean matches(final int aCode, final int count) {
        return code == aCode && (mark == FREE || mark == count);
    }
}
