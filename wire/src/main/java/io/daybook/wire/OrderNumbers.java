package io.daybook.wire;

/**
 * The numbering of sessions, requests and orders: the layout of all cookies and ids of orders. A cookie identifies one
 * request of one session forever; the id of an order is the cookie of its PLACE, so the client knows it before any
 * answer.
 *
 * <pre>
 * 63     62..44        43     42     41..0
 * | zero | session u19 | exit | request u43 |   sessions of TCP, FIX and programs of a cluster: from 2^44 on
 * | zero | 0           | 0    | 1    | n u42 |   HTTP: 2^42 + 1 to 2^43 − 1
 * | zero | 0           | 0    | 0    | any   |   free, up to 2^42 itself: embedders, scenarios
 * </pre>
 *
 * <p>In a folder or a cluster with doors, only doors may use numbers that are not free.
 */
public final class OrderNumbers {
    /** The largest session number; the first is 1. */
    public static final int MAX_SESSION = (1 << 19) - 1;

    /** The largest request number; the first is 1. */
    public static final long MAX_REQUEST = (1L << 43) - 1;

    /** The largest free id and cookie; doors use larger ones. */
    public static final long LARGEST_FREE = 1L << 42;

    /** The first id and cookie of HTTP. */
    public static final long FIRST_HTTP = LARGEST_FREE + 1;

    /** The last id and cookie of HTTP. */
    public static final long LAST_HTTP = (1L << 43) - 1;

    private static final int SESSION_SHIFT = 44;
    private static final long EXIT_BIT = 1L << 43;

    private OrderNumbers() {}

    /**
     * The cookie of a request, which is the id of the order when the request is a PLACE.
     *
     * @param session 1 to {@link #MAX_SESSION}
     * @param request 1 to {@link #MAX_REQUEST}; 0 in the cookies of a session's commands that are not requests
     */
    public static long cookie(final int session, final long request) {
        return (long) session << SESSION_SHIFT | request;
    }

    /** The session of a cookie or of an order's id; 0 for ids that belong to no session. */
    public static int session(final long cookieOrOrderId) {
        return (int) (cookieOrOrderId >>> SESSION_SHIFT);
    }

    /** Returns whether a cookie or an order's id belongs to a session. */
    public static boolean isOfSession(final long cookieOrOrderId) {
        return session(cookieOrOrderId) > 0;
    }

    /** Returns whether a cookie or an order's id belongs to HTTP. */
    public static boolean isOfHttp(final long cookieOrOrderId) {
        return cookieOrOrderId >= FIRST_HTTP && cookieOrOrderId <= LAST_HTTP;
    }

    /** The request number of a cookie, or of the PLACE of an order; for an exit, of the PLACE of its entry. */
    public static long request(final long cookieOrOrderId) {
        return cookieOrOrderId & MAX_REQUEST;
    }

    /** The id of the exit order that belongs to an entry. */
    public static long exitId(final long entryOrderId) {
        return entryOrderId | EXIT_BIT;
    }

    /** Returns whether the id of a session's order belongs to an exit. */
    public static boolean isExit(final long orderId) {
        return (orderId & EXIT_BIT) != 0;
    }
}
