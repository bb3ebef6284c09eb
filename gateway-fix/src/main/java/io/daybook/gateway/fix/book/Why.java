package io.daybook.gateway.fix.book;

/** The reason for a report, beyond its ExecType: Text (58), and 378 if it restates. The numbers are stable. */
public enum Why {
    /** The report needs no further reason. */
    NONE(0, ""),
    /** The rest of an IOC, FOK, POST_ONLY or budget order could neither trade nor rest. */
    REST_REJECTED(1, "what could not trade at once is given back"),
    /** An act of another door, or of the operator. */
    OTHER_DOOR(2, "changed by another door or the operator"),
    /** Self-trade prevention. */
    SELF_TRADE(3, "it would have traded with an order of the same user or group"),
    /** The time of the order was over. */
    EXPIRED(4, "its time is over"),
    /** The day of the order was over. */
    DAY(5, "its day is over"),
    /** A mass cancel. */
    MASS_CANCEL(6, "a mass cancel"),
    /** A liquidation. */
    LIQUIDATION(7, "its owner is being liquidated"),
    /** The gateway cancelled the order because the session did not come back. */
    CANCEL_ON_DISCONNECT(8, "the session did not come back within its grace"),
    /** A price met its trigger. */
    TRIGGERED(9, "its trigger was met"),
    /** The order rests at a price other than the one that it was sent with. */
    REPRICED(10, "it rests at another price than it was sent with"),
    /** The whole exchange was reset. */
    RESET(11, "the exchange was reset");

    private static final Why[] VALUES = values();

    private final int code;
    private final String sentence;

    Why(final int code, final String sentence) {
        this.code = code;
        this.sentence = sentence;
    }

    int code() {
        return code;
    }

    /** The text for people, in English; empty for none. */
    public String sentence() {
        return sentence;
    }

    static Why of(final int code) {
        return VALUES[code];
    }
}
