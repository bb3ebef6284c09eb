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
 * The book of one listing as market data knows it, and who is shown it. It follows the rules of
 * {@link io.daybook.api.SubscribeBookQuery}: a snapshot, page by page where it is deep, then changes, of which each
 * names the one before. Used by one thread.
 */
final class Book {
    private static final long NONE = -1;

    private final Decimals decimals;
    private final Levels levels = new Levels();
    private final List<MdSubscription> subscriptions = new ArrayList<>();
    private long snapshotSeq = NONE;
    private long lastChange = NONE;
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

    /** Who is shown it. */
    List<MdSubscription> subscriptions() {
        return subscriptions;
    }

    Levels levels() {
        return levels;
    }

    /** The last command whose effect is here. */
    long seq() {
        return seq;
    }

    /** Whether all levels are here, as of {@link #seq}. */
    boolean isWhole() {
        return isWhole;
    }

    /** The last trade since somebody subscribed; null before the first. */
    @Nullable
    Trade lastTrade() {
        return lastTrade;
    }

    void lastTrade(final Trade trade) {
        lastTrade = trade;
    }

    /** Nothing is known until the next snapshot. */
    void forget() {
        levels.clear();
        snapshotSeq = NONE;
        lastChange = NONE;
        isWhole = false;
    }

    /** Begins anew from a snapshot. */
    void restart(final OrderBookReport snapshot) {
        forget();
        snapshotSeq = snapshot.seq();
        seq = snapshot.seq();
        take(snapshot);
    }

    /**
     * Takes a page of a deep book. Answers come in one order with the changes, so that it is not older than what is
     * known of its levels.
     *
     * @param ofSnapshot the seq of the snapshot that it belongs to
     * @return whether it still belongs to what is here
     */
    boolean takePage(final OrderBookReport page, final long ofSnapshot) {
        if (snapshotSeq != ofSnapshot || isWhole) {
            return false;
        }
        take(page);
        return true;
    }

    private void take(final OrderBookReport page) {
        page.asks().forEach(level -> levels.of(Side.ASK).put(level.price(), level));
        page.bids().forEach(level -> levels.of(Side.BID).put(level.price(), level));
        seq = Math.max(seq, page.seq());
        isWhole = !page.moreAsks() && !page.moreBids();
    }

    /** Whether a snapshot was taken, so that changes count. */
    boolean isFollowed() {
        return snapshotSeq != NONE;
    }

    /**
     * Carries out a change.
     *
     * @return whether it follows on what was here; if not, nothing was done
     */
    boolean apply(final Change change) {
        final boolean isNext =
                lastChange == NONE ? change.previousSeq() <= snapshotSeq : change.previousSeq() == lastChange;
        if (!isNext) {
            return false;
        }
        lastChange = change.seq();
        seq = Math.max(seq, change.seq());
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
