package io.daybook.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The orders of a market that wait for a price, and the range of prices since the last time at which nothing was due.
 */
public final class TriggerBook {
    private final TreeMap<Long, List<Order>> rises = new TreeMap<>();
    private final TreeMap<Long, List<Order>> falls = new TreeMap<>(Comparator.reverseOrder());
    /** The due range; 0 while it is empty. */
    private long low;

    private long high;

    private int trailing;

    private TreeMap<Long, List<Order>> index(final Order order) {
        return order.terms.when() == When.RISES ? rises : falls;
    }

    /** Puts an order behind the other orders with the same trigger. */
    void arm(final Order order) {
        index(order)
                .computeIfAbsent(order.terms.trigger(), trigger -> new ArrayList<>())
                .add(order);
        order.armed = true;
        trailing += order.terms.isTrailing() ? 1 : 0;
    }

    void disarm(final Order order) {
        if (!order.armed) {
            return;
        }
        final Map<Long, List<Order>> index = index(order);
        final List<Order> orders = index.get(order.terms.trigger());
        orders.remove(order);
        if (orders.isEmpty()) {
            index.remove(order.terms.trigger());
        }
        order.armed = false;
        trailing -= order.terms.isTrailing() ? 1 : 0;
    }

    void widen(final long price) {
        low = low == 0 ? price : Math.min(low, price);
        high = Math.max(high, price);
    }

    void emptyRange() {
        low = 0;
        high = 0;
    }

    public boolean hasRange() {
        return high != 0;
    }

    /** Whether the due range meets a trigger. */
    boolean isDue(final When when, final long trigger) {
        return hasRange() && (when == When.RISES ? trigger <= high : trigger >= low);
    }

    /** The next order that fires; null if none is due. */
    @Nullable
    Order nextDue() {
        if (!rises.isEmpty() && isDue(When.RISES, rises.firstKey())) {
            return rises.firstEntry().getValue().get(0);
        }
        if (!falls.isEmpty() && isDue(When.FALLS, falls.firstKey())) {
            return falls.firstEntry().getValue().get(0);
        }
        return null;
    }

    /** All orders that wait, for each direction in the sequence in which the price meets their triggers. */
    public List<Order> orders() {
        final List<Order> orders = new ArrayList<>();
        rises.values().forEach(orders::addAll);
        falls.values().forEach(orders::addAll);
        return orders;
    }

    /** The number of trailing orders, kept because a search of all orders takes long. */
    int trailing() {
        return trailing;
    }

    /** Lets trailing orders follow the last price. */
    void follow(final long lastPrice) {
        if (lastPrice == 0 || trailing == 0) {
            return;
        }
        for (final Order order : orders()) {
            if (order.terms.isTrailing()) {
                follow(order, lastPrice);
            }
        }
    }

    private void follow(final Order order, final long lastPrice) {
        final Terms terms = order.terms;
        final boolean rise = terms.when() == When.RISES;
        final long trigger = rise ? lastPrice + terms.trail() : lastPrice - terms.trail();
        final long moved = trigger - terms.trigger();
        if (rise ? -moved < terms.trailStep() : moved < terms.trailStep()) {
            return;
        }
        disarm(order);
        order.terms = terms.withTrigger(trigger, terms.stopPrice());
        order.price = Math.max(order.spec().minPrice(), Math.min(order.spec().maxPrice(), order.price + moved));
        arm(order);
    }
}
