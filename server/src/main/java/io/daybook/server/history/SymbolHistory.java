package io.daybook.server.history;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** What is kept of one symbol. Guarded by {@link MarketHistory}. */
final class SymbolHistory {
    static final int TRADES = 10_000;
    static final int CANDLES = 1_500;

    final Trades trades;
    final Map<Interval, Candles> candles = new EnumMap<>(Interval.class);

    private final Candles[] all;

    SymbolHistory(final int symbol) {
        trades = new Trades(symbol, TRADES);
        for (final Interval interval : Interval.values()) {
            candles.put(interval, new Candles(interval, CANDLES));
        }
        all = candles.values().toArray(new Candles[0]);
    }

    /** A trade is part of a candle of each interval. */
    void candles(final long timeNs, final long price, final long size) {
        for (final Candles row : all) {
            row.trade(timeNs, price, size);
        }
    }

    Candles of(final Interval interval) {
        return Objects.requireNonNull(candles.get(interval));
    }
}
