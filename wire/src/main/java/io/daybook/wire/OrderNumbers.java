package io.daybook.wire;

/**
 * How sessions, requests and orders are numbered. A cookie names one request of one session for ever; the id of an
 * order is the cookie of its PLACE, so the client knows it before any answer.
 *
 * <pre>
 * 63      62..44        43       42..0
 * | zero | session u19 | exit | request u43 |
 * </pre>
 */
public final class OrderNumbers {
    /** Sessions are 1 to this. */
    public static final int MAX_SESSION = (1 << 19) - 1;

    /** Requests are 1 to this. */
    public static final long MAX_REQUEST = RequestDescriptor.MAX_REQUEST;

    private static final int SESSION_SHIFT = 44;
    private static final long EXIT_BIT = 1L << 43;

    private OrderNumbers() {}

    /**
     * The cookie of a request, which is the id of the order when the request is a PLACE.
     *
     * @param session 1 to {@link #MAX_SESSION}
     * @param request 1 to {@link #MAX_REQUEST}; 0 in the cookies of the gateway's own commands for a session
     */
    public static long cookie(final int session, final long request) {
        return (long) session << SESSION_SHIFT | request;
    }

    /** The session of a cookie or of an order's id; 0 for ids that belong to no session. */
    public static int session(final long cookieOrOrderId) {
        return (int) (cookieOrOrderId >>> SESSION_SHIFT);
    }

    /** The request of a cookie, or the one that placed an order or, for an exit, its entry. */
    public static long request(final long cookieOrOrderId) {
        return cookieOrOrderId & MAX_REQUEST;
    }

    /** The id of the exit order that belongs to an entry. */
    public static long exitId(final long entryOrderId) {
        return entryOrderId | EXIT_BIT;
    }

    /** Whether an id of a session's order is that of an exit. */
    public static boolean isExit(final long orderId) {
        return (orderId & EXIT_BIT) != 0;
    }
}
