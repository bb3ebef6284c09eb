package io.daybook.gateway.fix.marketdata;

import io.daybook.api.Listing;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderBookReport.Level;
import io.daybook.api.Side;
import io.daybook.gateway.fix.decimal.Decimals;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * The book of one listing in the state that was last sent to its subscribers, and these subscribers. A
 * {@link io.daybook.api.LiveBook} is the source of its levels and changes. Used by one thread.
 */
final class Book {
    private final Decimals decimals;
    private final Levels levels = new Levels();
    private final List<MdSubscription> subscriptions = new ArrayList<>();
    private long seq;
    private boolean isWhole;
    private @Nullable Trade lastTrade;

    Book(final Listing listing) {
        this.decimals = new Decimals(listing);
    }

    Decimals decimals() {
        return decimals;
    }

    Listing listing() {
        return decimals.listing();
    }

    List<MdSubscription> subscriptions() {
        return subscriptions;
    }

    Levels levels() {
        return levels;
    }

    /** The last command whose effect the levels include. */
    long seq() {
        return seq;
    }

    /** Returns whether the levels equal those of the exchange after command {@link #seq}. */
    boolean isWhole() {
        return isWhole;
    }

    /** The last trade since the first subscription; null before it. */
    @Nullable
    Trade lastTrade() {
        return lastTrade;
    }

    void lastTrade(final Trade trade) {
        lastTrade = trade;
    }

    /** Drops all levels until the next {@link #restart}. */
    void forget() {
        levels.clear();
        isWhole = false;
    }

    /** Replaces all levels by those of a report. */
    void restart(final OrderBookReport report) {
        levels.clear();
        report.asks().forEach(level -> levels.of(Side.ASK).put(level.price(), level));
        report.bids().forEach(level -> levels.of(Side.BID).put(level.price(), level));
        seq = report.seq();
        isWhole = true;
    }

    /**
     * Applies a change that comes after {@link #seq}.
     *
     * @return false if an earlier change is missing; the levels are unchanged then
     */
    boolean apply(final Change change) {
        if (change.previousSeq() > seq) {
            return false;
        }
        seq = change.seq();
        for (int i = 0; i < change.levelCount(); i++) {
            final NavigableMap<Long, Level> side = levels.of(change.side(i));
            if (change.size(i) == 0) {
                side.remove(change.price(i));
            } else {
                side.put(change.price(i), new Level(change.price(i), change.size(i), change.orders(i)));
            }
        }
        return true;
    }
}
