package io.daybook.flow.itch;

/** Shares of an order were executed at another price than its own (C). */
public final class OrderExecutedAtPrice extends ItchMessage {
    static final byte TYPE = 'C';
    static final int LENGTH = 36;

    private static final int REFERENCE_OFFSET = 11;
    private static final int SHARES_OFFSET = 19;
    private static final int MATCH_OFFSET = 23;
    private static final int PRINTABLE_OFFSET = 31;
    private static final int PRICE_OFFSET = 32;

    OrderExecutedAtPrice() {}

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

    /** N if a cross reports these shares again. */
    public char printable() {
        return character(PRINTABLE_OFFSET);
    }

    /** The price of the execution, in 1/10,000. */
    public long price() {
        return u32(PRICE_OFFSET);
    }
}
