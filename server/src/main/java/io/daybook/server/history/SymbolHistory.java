package io.daybook.server.history;

import java.util.Arrays;

/** The history of one symbol. Guarded by {@link MarketHistory}. */
final class SymbolHistory {
    static final int TRADES = 10_000;
    static final int CANDLES = 1_500;

    final Trades trades;

    /** The candles of each interval. */
    private final Candles[] candles = Arrays.stream(Interval.values())
            .map(each -> new Candles(each, CANDLES))
            .toArray(Candles[]::new);

    SymbolHistory(final int symbol) {
        trades = new Trades(symbol, TRADES);
    }

    /** Adds a trade to the candle of each interval. */
    void candles(final long timeNs, final long price, final long size) {
        for (final Candles row : candles) {
            row.trade(timeNs, price, size);
        }
    }

    Candles of(final Interval interval) {
        for (final Candles row : candles) {
            if (row.interval() == interval) {
                return row;
            }
        }
        throw new IllegalStateException("there are no candles of the interval " + interval);
    }
}
