package io.daybook.trading;

import io.daybook.client.book.OrderLevels;

/** The lots of sent orders that may still trade, by symbol and side, and the value of all these lots. */
final class OpenLots {
    private final long[] lots;

    /** The largest position that each symbol could have had, long or short, if all open orders of a side had traded. */
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

    /** Notes how large the position would be if all lots that are open now traded. */
    void note(final int index, final long position) {
        final long worst = Math.max(position + lots(index, OrderLevels.BID), -position + lots(index, OrderLevels.ASK));
        largest[index] = Math.max(largest[index], worst);
    }

    long largest(final int index) {
        return largest[index];
    }
}
