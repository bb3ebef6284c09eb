package io.daybook.flow.itch;

/** An order was deleted (D). */
public final class OrderDeleted extends ItchMessage {
    static final byte TYPE = 'D';
    static final int LENGTH = 19;

    private static final int REFERENCE_OFFSET = 11;

    OrderDeleted() {}

    /** The reference of the order. */
    public long reference() {
        return i64(REFERENCE_OFFSET);
    }
}
