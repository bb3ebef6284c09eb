package io.daybook.flow.itch;

/** A hidden order was executed (P). */
public final class HiddenTrade extends ItchOrder {
    static final byte TYPE = 'P';
    static final int LENGTH = ItchOrder.TERMS_LENGTH + Long.BYTES;

    HiddenTrade() {}

    /** The number of the execution. */
    public long match() {
        return i64(ItchOrder.TERMS_LENGTH);
    }
}
