package io.daybook.client.itch;

/** Retail interest in a stock (N). */
public final class RetailInterest extends ItchMessage {
    static final byte TYPE = 'N';
    static final int LENGTH = 20;

    private static final int STOCK_OFFSET = 11;
    private static final int INTEREST_OFFSET = 19;

    RetailInterest() {}

    /** Its symbol. Eight characters; {@link ItchText} makes them text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** B, S, A or N. */
    public char interest() {
        return character(INTEREST_OFFSET);
    }
}
