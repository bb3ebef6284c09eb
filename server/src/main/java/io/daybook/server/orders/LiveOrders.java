package io.daybook.server.orders;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The orders that live. Guarded by {@link OrdersBook}, but for their counts, which any thread may ask for. */
final class LiveOrders {
    private final Map<OrderKey, Order> orders = new HashMap<>();
    private final Map<Integer, AtomicInteger> counts = new ConcurrentHashMap<>();

    @Nullable
    Order get(final OrderKey key) {
        return orders.get(key);
    }

    void add(final Order order) {
        if (orders.put(order.key(), order) == null) {
            count(order, 1);
        }
    }

    void remove(final Order order) {
        if (orders.remove(order.key()) != null) {
            count(order, -1);
        }
    }

    private void count(final Order order, final int change) {
        counts.computeIfAbsent(order.symbol, unused -> new AtomicInteger()).addAndGet(change);
    }

    int size() {
        return orders.size();
    }

    Collection<Order> all() {
        return orders.values();
    }

    /** How many live of each symbol that ever had one. */
    Map<Integer, Integer> bySymbol() {
        final Map<Integer, Integer> all = new TreeMap<>();
        counts.forEach((symbol, count) -> all.put(symbol, count.get()));
        return all;
    }
}
