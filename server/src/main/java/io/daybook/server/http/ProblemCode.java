package io.daybook.server.http;

/** What the server itself refuses, beside the result codes of the exchange. */
public enum ProblemCode {
    BAD_FORM(400, "The request cannot be read"),
    BAD_DECIMAL(400, "A decimal does not fit its steps"),
    UNAUTHENTICATED(401, "The request says no key that counts"),
    FORBIDDEN(403, "The key may not do this"),
    NOT_YOURS(403, "The key has no such account"),
    NOT_FOUND(404, "There is no such thing"),
    NOT_OFFERED(404, "The venue does not offer this"),
    METHOD_NOT_ALLOWED(405, "The path has no such method"),
    DUPLICATE_ID(409, "The client id stands for another order"),
    ALREADY_APPLIED(409, "The signed request was carried out before"),
    SIGNED_BEFORE_START(409, "An earlier run of the server may have carried the signed request out"),
    HISTORY_LOST(409, "The venue has lost history, and may have had this order before"),
    AMBIGUOUS_ID(409, "Orders of several symbols have this id"),
    LISTED(409, "There is such a listing"),
    NOT_DONE(409, "It was not done, and nothing has changed"),
    TOO_LARGE(413, "The body is too large"),
    MISDIRECTED(421, "This server has no such host"),
    NO_LIQUIDITY(422, "There is no order to trade with"),
    UPGRADE_REQUIRED(426, "The path speaks WebSocket"),
    THROTTLED(429, "Too many requests"),
    INTERNAL(500, "The server has a fault"),
    STARTING(503, "The server is starting"),
    RING_FULL(503, "The exchange is busy"),
    BEHIND(503, "What is asked for is not known yet"),
    HALTED(503, "The exchange takes no commands"),
    OUTCOME_UNKNOWN(504, "The outcome is not known yet"),
    NO_SPACE(507, "The disk of the exchange is full");

    private final int status;
    private final String title;

    ProblemCode(final int status, final String title) {
        this.status = status;
        this.title = title;
    }

    /** The status of HTTP. */
    public int status() {
        return status;
    }

    /** What it says. */
    public String title() {
        return title;
    }
}
