package io.daybook.client.itch;

/** One market halts a stock, or goes on (h). */
public final class OperationalHalt extends ItchMessage {
    static final byte TYPE = 'h';
    static final int LENGTH = 21;

    private static final int STOCK_OFFSET = 11;
    private static final int MARKET_OFFSET = 19;
    private static final int ACTION_OFFSET = 20;

    OperationalHalt() {}

    /** Its symbol. Eight characters; {@link ItchText} makes them text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** Which one. */
    public char market() {
        return character(MARKET_OFFSET);
    }

    /** H halted, T resumed. */
    public char action() {
        return character(ACTION_OFFSET);
    }
}
