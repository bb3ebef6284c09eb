package io.daybook.trading;

import io.daybook.client.book.OrderLevels;

/** What may still trade of the orders that were sent: lots of each symbol and side, and the value of all. */
final class OpenLots {
    private final long[] lots;

    /** The largest position of each symbol, either way, as if all open orders of a side had traded. */
    private final long[] largest;

    /** The value of all open lots, in minor units of the quote currency. */
    private long notional;

    OpenLots(final int symbols) {
        lots = new long[2 * symbols];
        largest = new long[symbols];
    }

    long lots(final int index, final int side) {
        return lots[2 * index + side];
    }

    long notional() {
        return notional;
    }

    void add(final int index, final int side, final long moreLots, final long moreNotional) {
        lots[2 * index + side] += moreLots;
        notional = Math.addExact(notional, moreNotional);
    }

    /** Remembers how large a position would be with all that is open now. */
    void note(final int index, final long position) {
        final long worst = Math.max(position + lots(index, OrderLevels.BID), -position + lots(index, OrderLevels.ASK));
        largest[index] = Math.max(largest[index], worst);
    }

    long largest(final int index) {
        return largest[index];
    }
}
