package io.daybook.kernel.state;

/** The layout of a {@link StateRecordType#BOOK} record: symbol, next trade id, last price. */
public final class BookRecord {
    private static final int SYMBOL = 0;
    private static final int NEXT_TRADE_ID = 1;
    private static final int LAST_PRICE = 2;

    private BookRecord() {}

    /** Writes a complete record. */
    public static void write(final StateWriter writer, final int symbol, final long nextTradeId, final long lastPrice) {
        writer.begin(StateRecordType.BOOK);
        writer.put(symbol);
        writer.put(nextTradeId);
        writer.put(lastPrice);
        writer.end();
    }

    /** The symbol; unchecked, so it may be any number. */
    public static long symbol(final StateReader reader) {
        return reader.get(SYMBOL);
    }

    /** The number of the next trade. */
    public static long nextTradeId(final StateReader reader) {
        return reader.get(NEXT_TRADE_ID);
    }

    /** The last price in ticks; 0 before the first trade. */
    public static long lastPrice(final StateReader reader) {
        return reader.get(LAST_PRICE);
    }
}
