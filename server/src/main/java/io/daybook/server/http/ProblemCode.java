package io.daybook.server.http;

/** The problems of the server itself, besides the result codes of the exchange. */
public enum ProblemCode {
    BAD_FORM(400, "The request cannot be read", "See pointer for the key, and detail for the values that fit."),
    BAD_DECIMAL(
            400,
            "A decimal does not fit its steps",
            "See pointer for the key, and detail for the nearest values that fit."),
    UNAUTHENTICATED(
            401,
            "The request has no valid key",
            "Check the key, the clock and the signed text. The answer does not say which is wrong."),
    FORBIDDEN(403, "The key may not do this", "Ask the operator for a key with the role."),
    NOT_YOURS(
            403,
            "The key has no such account",
            "Use an account of the key, or ask the operator for a key with this one."),
    NOT_FOUND(
            404,
            "Nothing has this path or name",
            "Compare the path with /docs/api, and the name with the list of its kind."),
    NOT_OFFERED(
            404,
            "The venue does not offer this",
            "Ask the operator; detail names the key of the venue's file that serves it."),
    METHOD_NOT_ALLOWED(405, "The path has no such method", "Use a method of the header Allow."),
    DUPLICATE_ID(
            409,
            "The client id belongs to another order",
            "Take a new client id for another order, or send the same body again."),
    ALREADY_APPLIED(
            409, "The signed request was carried out before", "Query its outcome, or sign again with a later time."),
    OTHER_ADJUSTMENT(
            409,
            "The transaction id belongs to another adjustment, and this one was not done",
            "See detail for the adjustment that has the transaction id, and send this one with a higher id."),
    SIGNED_BEFORE_START(
            409,
            "An earlier run of the server may have carried the signed request out",
            "Query its outcome, or sign again with a later time."),
    HISTORY_LOST(
            409,
            "The venue has lost history, and may have had this order before",
            "Compare your orders, and ask the operator to admit such orders again."),
    AMBIGUOUS_ID(409, "Orders of several symbols have this id", "Name the symbol."),
    LISTED(409, "A listing with this name or symbol exists", "Take another name and another symbol."),
    NOT_DONE(
            409,
            "The request was not carried out, and nothing has changed",
            "Do what detail says, then send it again."),
    TOO_LARGE(413, "The body is too large", "Send at most 64 KiB of body and 8 KiB of headers."),
    MISDIRECTED(421, "This server has no such host", "Use a name of http.hosts, or ask the operator to add yours."),
    NO_LIQUIDITY(422, "There is no order to trade with", "Place a limit order, or wait for orders of the other side."),
    UPGRADE_REQUIRED(426, "The path is for WebSockets", "Connect with a WebSocket of version 13."),
    THROTTLED(429, "Too many requests", "Wait for Retry-After, or ask the operator for a higher limit."),
    INTERNAL(500, "The server has a fault", "Give the operator the requestId: the fault is in the log under it."),
    STARTING(503, "The server is starting", "Nothing was sent: send it again after Retry-After."),
    RING_FULL(503, "The exchange is busy", "Nothing was sent: send it again after Retry-After."),
    BEHIND(503, "The server does not have the data yet", "Send it again after Retry-After."),
    HALTED(503, "The exchange takes no commands", "Wait for the operator; /readyz shows when orders are taken again."),
    OUTCOME_UNKNOWN(
            504,
            "The outcome is not known yet",
            "Send the same order again with the clientOrderId of the answer, or query its outcome."),
    NO_SPACE(
            507,
            "The disk of the exchange is full",
            "Wait until the operator has made room; queries are still answered.");

    private final int status;
    private final String title;
    private final String advice;

    ProblemCode(final int status, final String title, final String advice) {
        this.status = status;
        this.title = title;
        this.advice = advice;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The meaning of the code. */
    public String title() {
        return title;
    }

    /** Advice on what to do. */
    public String advice() {
        return advice;
    }
}
