package io.daybook.gateway.fix.book;

/** The reason of a report, beyond its ExecType: the text 58, and 378 if it restates. The numbers are stable. */
public enum Why {
    /** Nothing to add. */
    NONE(0, ""),
    /** An IOC, FOK, POST_ONLY or budget could not do more. */
    REST_REJECTED(1, "what could not trade at once is given back"),
    /** An act of another door, or of the operator. */
    OTHER_DOOR(2, "changed by another door or the operator"),
    /** Self-trade prevention. */
    SELF_TRADE(3, "it would have traded with an order of the same user or group"),
    /** Its time was over. */
    EXPIRED(4, "its time is over"),
    /** Its day was over. */
    DAY(5, "its day is over"),
    /** A mass cancel. */
    MASS_CANCEL(6, "a mass cancel"),
    /** A liquidation. */
    LIQUIDATION(7, "its owner is being liquidated"),
    /** The gateway: the session did not come back. */
    CANCEL_ON_DISCONNECT(8, "the session did not come back within its grace"),
    /** A price met its trigger. */
    TRIGGERED(9, "its trigger was met"),
    /** It rests at another price than it was sent with. */
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

    /** Its text for people, in English; empty for none. */
    public String sentence() {
        return sentence;
    }

    static Why of(final int code) {
        return VALUES[code];
    }
}
