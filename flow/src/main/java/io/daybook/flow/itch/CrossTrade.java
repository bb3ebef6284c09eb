package io.daybook.flow.itch;

/** A cross was executed (Q). */
public final class CrossTrade extends ItchMessage {
    static final byte TYPE = 'Q';
    static final int LENGTH = 40;

    private static final int SHARES_OFFSET = 11;
    private static final int STOCK_OFFSET = 19;
    private static final int PRICE_OFFSET = 27;
    private static final int MATCH_OFFSET = 31;
    private static final int CROSS_TYPE_OFFSET = 39;

    CrossTrade() {}

    /** The number of shares. */
    public long shares() {
        return i64(SHARES_OFFSET);
    }

    /** The symbol. Eight characters; {@link ItchText} makes them text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** The price of the cross, in 1/10,000. */
    public long price() {
        return u32(PRICE_OFFSET);
    }

    /** The number of the execution. */
    public long match() {
        return i64(MATCH_OFFSET);
    }

    /** O opening, C closing, H after a halt. */
    public char crossType() {
        return character(CROSS_TYPE_OFFSET);
    }
}
