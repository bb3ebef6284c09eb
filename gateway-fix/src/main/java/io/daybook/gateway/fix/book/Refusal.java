package io.daybook.gateway.fix.book;

/**
 * The reason why the FIX door itself refuses a request. The first six are those of {@link io.daybook.wire.GatewayCode}.
 * The numbers are in journals: they never change.
 */
public enum Refusal {
    /** The session may not act for this user. */
    NOT_YOURS(1, "the account is not one of this session"),
    /** The session does not have the right. */
    NOT_PERMITTED(2, "the session has not the right to do this"),
    /** Over the session's rate. */
    THROTTLED(3, "more requests than the session may send"),
    /** The symbol is not listed here. */
    NOT_LISTED(4, "the symbol is not listed here"),
    /** A decimal that is not exact. */
    BAD_DECIMAL(5, "a number cannot be taken exactly"),
    /** The ClOrdID was used today. */
    DUPLICATE_ID(6, "the ClOrdID was used before"),
    /** No order of the session has this ClOrdID or OrderID. */
    UNKNOWN_ORDER(7, "no such order is known"),
    /** The order has ended. */
    ORDER_CLOSED(8, "the order has ended"),
    /** A combination of fields that no order type has. */
    UNSUPPORTED(9, "this combination of order type, time in force and terms is not supported"),
    /** A repeated request that is too old for the door to know whether it was carried out. */
    PERHAPS_REPEATED(10, "sent again, and too long ago to know whether it was carried out"),
    /** Sent again, and a power failure may have erased its outcome. */
    PERHAPS_LOST(11, "sent again, and what became of it may have been lost"),
    /** No order: a mass cancel that found none. */
    NOTHING_TO_CANCEL(12, "no order matches"),
    /** A cancel or replacement with another symbol, side, account or id than the order that it names. */
    ORDER_MISMATCH(13, "the request and the order that it names differ"),
    /** A replacement of an order while the outcome of another one is not known yet. */
    PENDING_REPLACE(14, "a replacement of the order is on its way: wait for its report, or name its ClOrdID");

    private static final Refusal[] VALUES = values();

    private final int code;
    private final String sentence;

    Refusal(final int code, final String sentence) {
        this.code = code;
        this.sentence = sentence;
    }

    /** The stable number. */
    public int code() {
        return code;
    }

    /** Its text for people, in English. */
    public String sentence() {
        return sentence;
    }

    /** The one with a number, or {@link #UNSUPPORTED} for one of a later version. */
    public static Refusal of(final int code) {
        return code >= 1 && code <= VALUES.length ? VALUES[code - 1] : UNSUPPORTED;
    }
}
