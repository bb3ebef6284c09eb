package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.Term;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;

/**
 * The orders of one book that wait for the last price to rise, or to fall: orders with fixed triggers in an index over
 * prices, trailing orders in arrays. At one trigger, the arrival decides whether a fixed or a trailing trigger fires
 * first; the terms of an order keep its arrival as long as it waits.
 */
final class TriggerQueue {
    private final OrderSlab orders;
    private final TermsSlab terms;
    private final Shadows shadows;
    private final PriceLevels fixed;
    private final TrailingOrders trailing;

    /** The trigger that a visit to all orders has reached. */
    private long visitedKey;

    /** The number of orders that were visited at that trigger. */
    private long visitedRank;

    TriggerQueue(final OrderSlab orders, final TermsSlab terms, final Shadows shadows, final boolean rises) {
        this.orders = orders;
        this.terms = terms;
        this.shadows = shadows;
        this.fixed = shadows.newIndex(!rises);
        this.trailing = new TrailingOrders(orders, terms, rises);
    }

    TrailingOrders trailing() {
        return trailing;
    }

    long keyOf(final long trigger) {
        return fixed.keyOf(trigger);
    }

    /** Puts an order at the tail of its trigger. */
    void add(final int order, final int handle, final long arrival) {
        final long key = keyOf(terms.term(handle, Term.TRIGGER));
        terms.set(handle, TermsSlab.ARRIVAL, arrival);
        if (terms.has(handle, Term.TRAIL)) {
            trailing.add(order, key, arrival);
        } else {
            terms.set(handle, TermsSlab.CONDITION, shadows.add(fixed, key, order, 1));
        }
    }

    /** Removes an order that is here. */
    void remove(final int handle) {
        final int place = (int) terms.get(handle, TermsSlab.CONDITION);
        if (place == Shadows.NONE) {
            trailing.remove(keyOf(terms.term(handle, Term.TRIGGER)), terms.get(handle, TermsSlab.ARRIVAL));
        } else {
            shadows.remove(fixed, place);
            terms.set(handle, TermsSlab.CONDITION, Shadows.NONE);
        }
        terms.set(handle, TermsSlab.ARRIVAL, 0);
    }

    /** The key of the trigger that is met first, or {@code PriceLevels.NO_KEY}. */
    long bestKey() {
        return Math.min(fixed.bestKey(), trailing.bestKey());
    }

    /** The order that fires first; there must be one. */
    int best() {
        final int head = fixed.bestKey() == NO_KEY ? NO_ORDER : shadows.order(fixed.head(fixed.best()));
        return isFirst(trailing.first(), fixed.bestKey(), head) ? trailing.order(trailing.first()) : head;
    }

    /** Whether a trailing order, if there is one, fires before the order with a fixed trigger, if there is one. */
    private boolean isFirst(final int place, final long fixedKey, final int head) {
        if (place == TrailingOrders.NO_PLACE || fixedKey == NO_KEY) {
            return place != TrailingOrders.NO_PLACE;
        }
        return trailing.key(place) == fixedKey
                ? trailing.arrival(place) < terms.get(orders.terms(head), TermsSlab.ARRIVAL)
                : trailing.key(place) < fixedKey;
    }

    /** Visits the orders in the sequence in which they fire. */
    void forEach(final TriggerBook.Visitor visitor) {
        visitedKey = NO_KEY;
        int place = trailing.first();
        for (int level = fixed.best(); level != NO_LEVEL; level = fixed.next(level)) {
            for (int shadow = fixed.head(level); shadow != Shadows.NONE; shadow = shadows.next(shadow)) {
                final int order = shadows.order(shadow);
                while (isFirst(place, fixed.key(level), order)) {
                    visit(visitor, trailing.order(place), trailing.key(place));
                    place = trailing.next(place);
                }
                visit(visitor, order, fixed.key(level));
            }
        }
        for (; place != TrailingOrders.NO_PLACE; place = trailing.next(place)) {
            visit(visitor, trailing.order(place), trailing.key(place));
        }
    }

    private void visit(final TriggerBook.Visitor visitor, final int order, final long key) {
        visitedRank = key == visitedKey ? visitedRank + 1 : 0;
        visitedKey = key;
        visitor.onOrder(order, visitedRank);
    }
}
