package io.daybook.client;

/** The side of an order. */
public enum Side {
    /** Buys. */
    BID(1),
    /** Sells. */
    ASK(2);

    private final int code;

    Side(final int code) {
        this.code = code;
    }

    /** The number of this side on the wire. */
    public int code() {
        return code;
    }
}
