package io.daybook.cluster.state;

/** Why a request changed nothing. The numbers are stable and never reused. */
public enum Refusal {
    /** The bytes are not a request of a version or kind that this cluster carries out. */
    MALFORMED(1),
    /** The log has no SETTINGS yet: {@code daybook cluster init}. */
    NO_SETTINGS(2),
    /** The log has other SETTINGS. */
    OTHER_SETTINGS(3),
    /** No OPEN has named this session. */
    UNKNOWN_SESSION(4),
    /** Another client has opened the session since. */
    OLD_EPOCH(5),
    /**
     * The request was part of a different message that was carried out: messages must not change when they are sent
     * again.
     */
    CHANGED(6),
    /** Too many requests are open, or too many bytes of replies are kept: acknowledge replies, and send again. */
    WINDOW(7),
    /** An order id is above 2^42, and is not the request's own. */
    ORDER_ID(8),
    /** The numbers of requests or epochs of this session are used up. */
    SPENT(9),
    /** The client has received replies to requests that this log lacks: a majority of the nodes lost the end of it. */
    HISTORY_LOST(10),
    /** The report is longer than a reply can be: query less at a time. */
    TOO_LARGE(11),
    /** The connection's key lacks the right, or this session. */
    NOT_ALLOWED(12),
    /** The version to activate is not the next one. */
    SEMANTICS(13),
    /** A session is a door's or a client's from its first OPEN on. */
    OTHER_KIND(14),
    /** The list of followers omits a book of the doors' sessions, or the feed, which cannot be begun again. */
    DOORS_STAY(15),
    /** Doors cannot begin while orders with ids of sessions rest: cancel these first. */
    ORDERS_REST(16);

    private static final Refusal[] BY_CODE = {
        MALFORMED,
        NO_SETTINGS,
        OTHER_SETTINGS,
        UNKNOWN_SESSION,
        OLD_EPOCH,
        CHANGED,
        WINDOW,
        ORDER_ID,
        SPENT,
        HISTORY_LOST,
        TOO_LARGE,
        NOT_ALLOWED,
        SEMANTICS,
        OTHER_KIND,
        DOORS_STAY,
        ORDERS_REST
    };

    /** The number of refusals; their codes are 1 to this. */
    static final int COUNT = BY_CODE.length;

    private final int code;

    Refusal(final int code) {
        this.code = code;
    }

    /** The stable number of this value. */
    public int code() {
        return code;
    }

    /** Returns whether a constant with this code exists. */
    public static boolean isKnown(final long code) {
        return code >= 1 && code <= BY_CODE.length;
    }

    /** Returns the value with a number, which must be valid. */
    public static Refusal of(final int code) {
        return BY_CODE[code - 1];
    }
}
