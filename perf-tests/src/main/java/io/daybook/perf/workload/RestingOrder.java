package io.daybook.perf.workload;

import org.jspecify.annotations.Nullable;

/** A live order of the generator's book: a link in the queue of its level, and a place among the live orders. */
final class RestingOrder {
    /** The {@link #window} of an order that is younger than the oldest ones. */
    static final int WAITING = -1;

    /** {@link #window} of an order that is no longer live. */
    static final int GONE = -2;

    final long orderId;
    final long uid;
    final boolean bid;

    /** The total size of the order, including lots that have traded. */
    long size;

    /** Lots that are still to trade. */
    long remaining;

    /** The level of the order; null only during a move, or after its removal. */
    @Nullable
    PriceLevel level;

    /** The order before it in its level, which trades first. */
    @Nullable
    RestingOrder previous;

    /** The order after it in its level. */
    @Nullable
    RestingOrder next;

    /** Its index among the oldest orders, or {@link #WAITING}, or {@link #GONE}; owned by {@link LiveOrders}. */
    int window = WAITING;

    RestingOrder(final long orderId, final long uid, final boolean bid, final long size, final long remaining) {
        this.orderId = orderId;
        this.uid = uid;
        this.bid = bid;
        this.size = size;
        this.remaining = remaining;
    }

    long price() {
        if (level == null) throw new IllegalStateException("order does not rest: orderId=" + orderId);
        return level.price;
    }
}
