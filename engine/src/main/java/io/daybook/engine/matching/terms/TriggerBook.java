package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;

/**
 * The orders of one book that wait for the last price: orders that wait for it to rise, lowest trigger first, and
 * orders that wait for it to fall, highest trigger first; first in, first out at one trigger. The book of triggers
 * keeps the range of prices that are still to be compared with the triggers; every trade widens it.
 */
final class TriggerBook {
    private static final int RISES = TriggerWhen.RISES.code();

    private final TermsSlab terms;
    private final OrderSlab orders;
    private final TriggerQueue rising;
    private final TriggerQueue falling;

    /** The number of arrivals of orders at triggers. */
    private long arrivals;

    /**
     * Whether a trailing order was added, or a trade happened, since the trailing orders last followed the last price.
     */
    private boolean mayFollow;

    private long low;
    private long high;

    TriggerBook(final OrderSlab orders, final TermsSlab terms, final Shadows shadows) {
        this.orders = orders;
        this.terms = terms;
        this.rising = new TriggerQueue(orders, terms, shadows, true);
        this.falling = new TriggerQueue(orders, terms, shadows, false);
    }

    /** The lowest price that is still to be compared with the triggers; 0 for none. */
    long low() {
        return low;
    }

    /** The highest price that is still to be compared with the triggers; 0 for none. */
    long high() {
        return high;
    }

    /** Sets the range of prices that are still to be compared with the triggers. */
    void range(final long newLow, final long newHigh) {
        low = newLow;
        high = newHigh;
    }

    /** Whether no price is to be compared, and no trailing order is to follow. */
    boolean isSettled() {
        return high == 0 && !mayFollow;
    }

    /** Widens the range by the price of a trade. */
    void onTrade(final long price) {
        mayFollow = trailing() > 0;
        low = low == 0 ? price : Math.min(low, price);
        high = Math.max(high, price);
    }

    /** Whether a price, or the range, meets a trigger. A price of 0 means that there is none. */
    boolean meets(final long when, final long trigger, final long lastPrice) {
        return when == RISES
                ? (lastPrice != 0 && lastPrice >= trigger) || (high != 0 && high >= trigger)
                : (lastPrice != 0 && lastPrice <= trigger) || (low != 0 && low <= trigger);
    }

    /** The number of trailing orders. */
    int trailing() {
        return rising.trailing().count() + falling.trailing().count();
    }

    /** The number of trailing orders of a user. */
    int trailingOf(final int userIndex) {
        return rising.trailing().countOf(userIndex) + falling.trailing().countOf(userIndex);
    }

    private TriggerQueue queueOf(final int handle) {
        return terms.term(handle, Term.WHEN) == RISES ? rising : falling;
    }

    /** Puts an order with a trigger at the tail of its queue. */
    void add(final int order) {
        final int handle = orders.terms(order);
        queueOf(handle).add(order, handle, ++arrivals);
        mayFollow |= terms.has(handle, Term.TRAIL);
    }

    /** Whether an order is in a queue here. */
    boolean holds(final int order) {
        final int handle = orders.terms(order);
        return handle != TermsSlab.NONE && terms.get(handle, TermsSlab.ARRIVAL) != 0;
    }

    /** Removes an order, if it is here. */
    void remove(final int order) {
        if (holds(order)) {
            final int handle = orders.terms(order);
            queueOf(handle).remove(handle);
        }
    }

    /** The order that fires next, rising before falling triggers, or {@code OrderSlab.NO_ORDER}. */
    int nextDue() {
        if (high != 0 && rising.bestKey() <= rising.keyOf(high)) {
            return rising.best();
        }
        if (low != 0 && falling.bestKey() <= falling.keyOf(low)) {
            return falling.best();
        }
        return NO_ORDER;
    }

    /**
     * Empties the range, and lets the trailing orders follow the last price.
     *
     * @param maxPrice the highest price of the symbol
     * @param minPrice the lowest price of the symbol
     */
    void settle(final long lastPrice, final long minPrice, final long maxPrice) {
        low = 0;
        high = 0;
        if (mayFollow && lastPrice != 0) {
            arrivals += rising.trailing().follow(lastPrice, minPrice, maxPrice, arrivals);
            arrivals += falling.trailing().follow(lastPrice, minPrice, maxPrice, arrivals);
            mayFollow = false;
        }
    }

    /**
     * Visits the orders that wait, in the sequence in which they would fire: rising triggers, then falling triggers.
     */
    void forEach(final Visitor visitor) {
        rising.forEach(visitor);
        falling.forEach(visitor);
    }

    /** Receives orders with their ranks at their triggers. */
    @FunctionalInterface
    interface Visitor {
        /** Receives one order. */
        void onOrder(int order, long rank);
    }
}
