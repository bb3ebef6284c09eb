package io.daybook.it.topology;

import io.daybook.api.BookChangeView;
import io.daybook.api.LevelChangeView;
import io.daybook.api.OrderBookReport;
import io.daybook.api.Side;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A book as a subscriber keeps it: a snapshot, and the changes after the snapshot. Refuses a change that shows that an
 * earlier one is missing.
 */
final class RebuiltBook {
    private final NavigableMap<Long, OrderBookReport.Level> bids = new TreeMap<>(Comparator.reverseOrder());
    private final NavigableMap<Long, OrderBookReport.Level> asks = new TreeMap<>();
    private final long snapshotSeq;
    private long lastSeq;
    private long changes;
    private long topChanges;

    RebuiltBook(final OrderBookReport snapshot) {
        snapshot.bids().forEach(level -> bids.put(level.price(), level));
        snapshot.asks().forEach(level -> asks.put(level.price(), level));
        snapshotSeq = snapshot.seq();
    }

    void apply(final BookChangeView change) {
        if (change.seq() <= snapshotSeq) {
            return;
        }
        final boolean follows = lastSeq == 0 ? change.previousSeq() <= snapshotSeq : change.previousSeq() == lastSeq;
        require(follows, "a change is missing before seq " + change.seq() + ": previous " + change.previousSeq());
        lastSeq = change.seq();
        final boolean[] top = new boolean[change.levelCount()];
        for (int i = 0; i < change.levelCount(); i++) {
            final LevelChangeView level = change.level(i);
            final NavigableMap<Long, OrderBookReport.Level> levels = levels(level.side());
            final OrderBookReport.Level before = levels.remove(level.price());
            final OrderBookReport.Level after = new OrderBookReport.Level(level.price(), level.size(), level.orders());
            require(
                    level.size() == 0 ? before != null && level.orders() == 0 : !after.equals(before),
                    "a change without effect");
            if (level.size() > 0) {
                levels.put(level.price(), after);
            }
            top[i] = level.isTop();
        }
        for (int i = 0; i < change.levelCount(); i++) {
            final LevelChangeView level = change.level(i);
            final NavigableMap<Long, OrderBookReport.Level> levels = levels(level.side());
            final boolean isTop = levels.isEmpty() || levels.comparator() == null
                    ? levels.isEmpty() || level.price() <= levels.firstKey()
                    : level.price() >= levels.firstKey();
            require(isTop == top[i], "the wrong top flag of price " + level.price() + " at seq " + change.seq());
            topChanges += isTop ? 1 : 0;
        }
        requireBest(bids, change.bestBid(), change.bestBidSize());
        requireBest(asks, change.bestAsk(), change.bestAskSize());
        changes++;
    }

    private NavigableMap<Long, OrderBookReport.Level> levels(final Side side) {
        return side == Side.BID ? bids : asks;
    }

    private static void requireBest(
            final NavigableMap<Long, OrderBookReport.Level> levels, final long price, final long size) {
        if (levels.isEmpty()) {
            require(price == 0 && size == 0, "the side is empty, but its best price is " + price);
        } else {
            final OrderBookReport.Level best = levels.firstEntry().getValue();
            require(
                    best.price() == price && best.size() == size,
                    "the best level is " + best + ", but the change has " + price);
        }
    }

    private static void require(final boolean holds, final String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    void requireEqual(final OrderBookReport report) {
        final List<OrderBookReport.Level> rebuiltBids = new ArrayList<>(bids.values());
        final List<OrderBookReport.Level> rebuiltAsks = new ArrayList<>(asks.values());
        require(rebuiltBids.equals(report.bids()), "bids at seq " + report.seq() + ": " + rebuiltBids + " " + report);
        require(rebuiltAsks.equals(report.asks()), "asks at seq " + report.seq() + ": " + rebuiltAsks + " " + report);
    }

    long changes() {
        return changes;
    }

    long topChanges() {
        return topChanges;
    }
}
