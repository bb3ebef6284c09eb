package io.daybook.client.itch;

/** A stock is halted, paused, quoted or traded (H). */
public final class TradingAction extends ItchMessage {
    static final byte TYPE = 'H';
    static final int LENGTH = 25;

    private static final int STOCK_OFFSET = 11;
    private static final int TRADING_STATE_OFFSET = 19;
    private static final int REASON_OFFSET = 21;

    TradingAction() {}

    /** Its symbol. Eight characters; {@link ItchText} makes them text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** H halted, P paused, Q quotation only, T trading. */
    public char tradingState() {
        return character(TRADING_STATE_OFFSET);
    }

    /** Why. Four characters; {@link ItchText} makes them text. */
    public int reason() {
        return i32(REASON_OFFSET);
    }
}
