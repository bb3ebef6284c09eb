package io.daybook.server.history;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** What is kept of one symbol. Guarded by {@link MarketHistory}. */
final class SymbolHistory {
    static final int TRADES = 10_000;
    static final int CANDLES = 1_500;

    final ArrayDeque<Trade> trades = new ArrayDeque<>();
    final Map<Interval, ArrayDeque<Candle>> candles = new EnumMap<>(Interval.class);

    SymbolHistory() {
        for (final Interval interval : Interval.values()) {
            candles.put(interval, new ArrayDeque<>());
        }
    }

    void add(final Trade trade) {
        if (trades.size() == TRADES) {
            trades.removeFirst();
        }
        trades.addLast(trade);
        for (final Interval interval : Interval.values()) {
            final ArrayDeque<Candle> row = of(interval);
            final long start = trade.timeNs() - Math.floorMod(trade.timeNs(), interval.ns());
            final Candle last = row.peekLast();
            if (last != null && last.startNs() == start) {
                row.removeLast();
                row.addLast(last.with(trade));
            } else {
                if (row.size() == CANDLES) {
                    row.removeFirst();
                }
                row.addLast(Candle.first(start, trade));
            }
        }
    }

    ArrayDeque<Candle> of(final Interval interval) {
        return Objects.requireNonNull(candles.get(interval));
    }
}
