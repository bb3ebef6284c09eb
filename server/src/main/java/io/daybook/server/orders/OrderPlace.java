package io.daybook.server.orders;

import java.util.Comparator;

/**
 * The place of an order in the lists of its owner: by time, then by id, then by symbol.
 *
 * @param placedUs the time at which it was placed, in microseconds
 * @param orderId its id
 * @param symbol its symbol
 */
public record OrderPlace(long placedUs, long orderId, int symbol) implements Comparable<OrderPlace> {
    private static final Comparator<OrderPlace> ORDER = Comparator.comparingLong(OrderPlace::placedUs)
            .thenComparingLong(OrderPlace::orderId)
            .thenComparingInt(OrderPlace::symbol);

    private static final long NS_IN_US = 1_000;

    static OrderPlace of(final long placedNs, final long orderId, final int symbol) {
        return new OrderPlace(placedNs / NS_IN_US, orderId, symbol);
    }

    /** The place of an order in a view. */
    public static OrderPlace of(final OrderView order) {
        return of(order.placedNs(), order.orderId(), order.symbol());
    }

    /** The place just before all orders with this time and id, in all symbols. */
    public static OrderPlace before(final long placedUs, final long orderId) {
        return new OrderPlace(placedUs, orderId, Integer.MIN_VALUE);
    }

    @Override
    public int compareTo(final OrderPlace other) {
        return ORDER.compare(this, other);
    }
}
