package io.daybook.flow.itch;

/** An order was replaced by another of the same side and stock (U). */
public final class OrderReplaced extends ItchMessage {
    static final byte TYPE = 'U';
    static final int LENGTH = 35;

    private static final int REFERENCE_OFFSET = 11;
    private static final int NEW_REFERENCE_OFFSET = 19;
    private static final int SHARES_OFFSET = 27;
    private static final int PRICE_OFFSET = 31;

    OrderReplaced() {}

    /** The reference of the replaced order. */
    public long reference() {
        return i64(REFERENCE_OFFSET);
    }

    /** The reference of the new order. */
    public long newReference() {
        return i64(NEW_REFERENCE_OFFSET);
    }

    /** The shares of the new order. */
    public long shares() {
        return u32(SHARES_OFFSET);
    }

    /** The price of the new order, in 1/10,000. */
    public long price() {
        return u32(PRICE_OFFSET);
    }
}
