package io.daybook.gateway.fix.book;

/**
 * The reason why the FIX door itself refuses a request. The first six equal those of
 * {@link io.daybook.wire.GatewayCode}. The numbers are in journals, so they never change.
 */
public enum Refusal {
    /** The session may not act for this user. */
    NOT_YOURS(1, "the account is not one of this session"),
    /** The session does not have the right. */
    NOT_PERMITTED(2, "the session has not the right to do this"),
    /** The session has exceeded its rate. */
    THROTTLED(3, "more requests than the session may send"),
    /** The symbol is not listed here. */
    NOT_LISTED(4, "the symbol is not listed here"),
    /** A decimal has no exact value in ticks, lots or minor units. */
    BAD_DECIMAL(5, "a number cannot be taken exactly"),
    /** The ClOrdID was used today. */
    DUPLICATE_ID(6, "the ClOrdID was used before"),
    /** No order of the session has this ClOrdID or OrderID. */
    UNKNOWN_ORDER(7, "no such order is known"),
    /** The order has ended. */
    ORDER_CLOSED(8, "the order has ended"),
    /** No order type has this combination of fields. */
    UNSUPPORTED(9, "this combination of order type, time in force and terms is not supported"),
    /** A repeated request is so old that the door cannot find out whether it was carried out. */
    PERHAPS_REPEATED(10, "sent again, and too long ago to know whether it was carried out"),
    /** The outcome of a repeated request may have been lost in a power failure. */
    PERHAPS_LOST(11, "sent again, and what became of it may have been lost"),
    /** A mass cancel found no order. */
    NOTHING_TO_CANCEL(12, "no order matches"),
    /** The symbol, side, account or id of a cancel or replacement differs from that of the order that it names. */
    ORDER_MISMATCH(13, "the request and the order that it names differ"),
    /** The outcome of another replacement of the order is not known yet. */
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

    /** The text for people, in English. */
    public String sentence() {
        return sentence;
    }

    /** The reason with a number; {@link #UNSUPPORTED} for a number of a later version. */
    public static Refusal of(final int code) {
        return code >= 1 && code <= VALUES.length ? VALUES[code - 1] : UNSUPPORTED;
    }
}
