package io.daybook.server.history;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** What is kept of one symbol. Guarded by {@link MarketHistory}. */
final class SymbolHistory {
    static final int TRADES = 10_000;
    static final int CANDLES = 1_500;

    final Window<Trade> trades = new Window<>(TRADES);
    final Map<Interval, Window<Candle>> candles = new EnumMap<>(Interval.class);

    SymbolHistory() {
        for (final Interval interval : Interval.values()) {
            candles.put(interval, new Window<>(CANDLES));
        }
    }

    void add(final Trade trade) {
        trades.add(trade);
        for (final Interval interval : Interval.values()) {
            final Window<Candle> row = of(interval);
            final long start = trade.timeNs() - Math.floorMod(trade.timeNs(), interval.ns());
            final Candle last = row.last();
            if (last != null && last.startNs() == start) {
                row.replaceLast(last.with(trade));
            } else {
                row.add(Candle.first(start, trade));
            }
        }
    }

    Window<Candle> of(final Interval interval) {
        return Objects.requireNonNull(candles.get(interval));
    }
}
