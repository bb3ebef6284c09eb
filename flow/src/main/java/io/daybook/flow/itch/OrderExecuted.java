package io.daybook.flow.itch;

/** Shares of an order were executed at its price (E). */
public final class OrderExecuted extends ItchMessage {
    static final byte TYPE = 'E';
    static final int LENGTH = 31;

    private static final int REFERENCE_OFFSET = 11;
    private static final int SHARES_OFFSET = 19;
    private static final int MATCH_OFFSET = 23;

    OrderExecuted() {}

    /** The reference of the order. */
    public long reference() {
        return i64(REFERENCE_OFFSET);
    }

    /** The number of shares. */
    public long shares() {
        return u32(SHARES_OFFSET);
    }

    /** The number of the execution. */
    public long match() {
        return i64(MATCH_OFFSET);
    }
}
