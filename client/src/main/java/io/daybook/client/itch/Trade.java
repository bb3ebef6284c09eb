package io.daybook.client.itch;

/** An order that was not shown was executed (P). */
public final class Trade extends ItchMessage {
    static final byte TYPE = 'P';
    static final int LENGTH = 44;

    private static final int REFERENCE_OFFSET = 11;
    private static final int SIDE_OFFSET = 19;
    private static final int SHARES_OFFSET = 20;
    private static final int STOCK_OFFSET = 24;
    private static final int PRICE_OFFSET = 32;
    private static final int MATCH_OFFSET = 36;

    Trade() {}

    /** 0 in present files. */
    public long reference() {
        return i64(REFERENCE_OFFSET);
    }

    /** Of that order, B or S. */
    public char side() {
        return character(SIDE_OFFSET);
    }

    /** How many. */
    public long shares() {
        return u32(SHARES_OFFSET);
    }

    /** The symbol. Eight characters; {@link ItchText} makes them text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** Of the execution, in 1/10,000. */
    public long price() {
        return u32(PRICE_OFFSET);
    }

    /** The number of the execution. */
    public long match() {
        return i64(MATCH_OFFSET);
    }
}
