package io.daybook.client.itch;

/** The short sale price test of a stock begins or ends (Y). */
public final class ShortSaleRestriction extends ItchMessage {
    static final byte TYPE = 'Y';
    static final int LENGTH = 20;

    private static final int STOCK_OFFSET = 11;
    private static final int ACTION_OFFSET = 19;

    ShortSaleRestriction() {}

    /** Its symbol. Eight characters; {@link ItchText} makes them text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** 0 none, 1 in effect, 2 remains in effect. */
    public char action() {
        return character(ACTION_OFFSET);
    }
}
