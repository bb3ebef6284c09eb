package io.daybook.gateway.fix.marketdata;

import io.daybook.api.OrderBookReport.Level;
import io.daybook.api.Side;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Both sides of a book, by price, best first. Used by one thread. */
final class Levels {
    private final NavigableMap<Long, Level> asks = new TreeMap<>(Comparator.naturalOrder());
    private final NavigableMap<Long, Level> bids = new TreeMap<>(Comparator.reverseOrder());

    NavigableMap<Long, Level> of(final Side side) {
        return side == Side.ASK ? asks : bids;
    }

    void clear() {
        asks.clear();
        bids.clear();
    }

    /** Replaces all levels by the best levels of another book. */
    void takeBest(final Levels other, final int limit) {
        for (final Side side : Side.values()) {
            final NavigableMap<Long, Level> own = of(side);
            own.clear();
            for (final Map.Entry<Long, Level> level : other.of(side).entrySet()) {
                if (own.size() == limit) {
                    break;
                }
                own.put(level.getKey(), level.getValue());
            }
        }
    }
}
