package io.daybook.flow.itch;

/** A message with the terms of an order at the same offsets: a new order, or a hidden order that traded. */
public abstract sealed class ItchOrder extends ItchMessage permits AddOrder, AddAttributedOrder, HiddenTrade {
    static final int TERMS_LENGTH = 36;
    private static final int REFERENCE_OFFSET = 11;
    private static final int SIDE_OFFSET = 19;
    private static final int SHARES_OFFSET = 20;
    private static final int STOCK_OFFSET = 24;
    private static final int PRICE_OFFSET = 32;

    ItchOrder() {}

    /** The reference of the order, unique for the day; 0 for a trade in present files. */
    public final long reference() {
        return i64(REFERENCE_OFFSET);
    }

    /** The side, B or S. */
    public final char side() {
        return character(SIDE_OFFSET);
    }

    /** The number of shares. */
    public final long shares() {
        return u32(SHARES_OFFSET);
    }

    /** The symbol. Eight characters; {@link ItchText} makes them text. */
    public final long stock() {
        return i64(STOCK_OFFSET);
    }

    /** The price, in 1/10,000. */
    public final long price() {
        return u32(PRICE_OFFSET);
    }
}
