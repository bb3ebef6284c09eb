package io.daybook.flow.itch;

/** Shares of an order were cancelled; the remaining shares keep their place (X). */
public final class OrderCancelled extends ItchMessage {
    static final byte TYPE = 'X';
    static final int LENGTH = 23;

    private static final int REFERENCE_OFFSET = 11;
    private static final int SHARES_OFFSET = 19;

    OrderCancelled() {}

    /** The reference of the order. */
    public long reference() {
        return i64(REFERENCE_OFFSET);
    }

    /** The number of shares. */
    public long shares() {
        return u32(SHARES_OFFSET);
    }
}
