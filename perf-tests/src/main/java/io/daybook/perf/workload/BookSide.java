package io.daybook.perf.workload;

import org.jspecify.annotations.Nullable;

/** One side of the generator's book: its best level and its totals. */
final class BookSide {
    final boolean bid;
    private final PriceLadder ladder;

    /** The level that trades first, or null. */
    @Nullable
    PriceLevel best;

    /** Resting orders. */
    int orders;

    /** Resting lots. */
    long lots;

    BookSide(final boolean bid, final PriceLadder ladder) {
        this.bid = bid;
        this.ladder = ladder;
    }

    /** True if an order of the other side with this limit may trade at {@code price}. */
    boolean isWithin(final long price, final long limit) {
        return bid ? price >= limit : price <= limit;
    }

    /** The level that trades after {@code level}, or null. */
    @Nullable
    PriceLevel after(final PriceLevel level) {
        return bid ? ladder.below(level.price) : ladder.above(level.price);
    }

    void add(final RestingOrder order, final long price) {
        final PriceLevel level = ladder.levelAt(price);
        level.append(order);
        orders++;
        lots += order.remaining;
        if (best == null || !isWithin(best.price, price)) best = level;
    }

    /** Takes lots off an order that rests on this side; the order leaves the book with its last lot. */
    void reduce(final RestingOrder order, final PriceLevel level, final long taken) {
        if (taken == order.remaining) {
            remove(order, level);
            order.remaining = 0;
            return;
        }
        order.remaining -= taken;
        level.lots -= taken;
        lots -= taken;
    }

    void remove(final RestingOrder order, final PriceLevel level) {
        orders--;
        lots -= order.remaining;
        level.unlink(order);
        if (level.orders > 0) return;
        ladder.remove(level);
        if (level == best) best = after(level);
    }
}
