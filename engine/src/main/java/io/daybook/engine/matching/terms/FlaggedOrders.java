package io.daybook.engine.matching.terms;

import io.daybook.api.Term;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;

/**
 * The flagged orders of one book, for the mass cancels that cancel only these: resting orders by the prices of their
 * levels, in the order in which they were appended there, and orders in no level. Calls for orders without the flag do
 * nothing.
 */
final class FlaggedOrders {
    private final OrderSlab orders;
    private final TermsSlab terms;
    private final Shadows shadows;
    private final PriceLevels bids;
    private final PriceLevels asks;

    /** The flagged orders in no level, in one queue. */
    private final PriceLevels offLevel;

    FlaggedOrders(final OrderSlab orders, final TermsSlab terms, final Shadows shadows) {
        this.orders = orders;
        this.terms = terms;
        this.shadows = shadows;
        this.bids = shadows.newIndex(true);
        this.asks = shadows.newIndex(false);
        this.offLevel = shadows.newIndex(false);
    }

    /** The flagged orders that rest on a side, visible or hidden. */
    PriceLevels resting(final int side) {
        return side == 0 ? bids : asks;
    }

    /** The flagged orders in no level, all at one key. */
    PriceLevels offLevel() {
        return offLevel;
    }

    /** Adds a flagged order, in no level. */
    void add(final int order) {
        final int handle = orders.terms(order);
        terms.state(handle, TermsSlab.FLAGGED_IN_LEVEL, false);
        terms.set(handle, TermsSlab.FLAG, shadows.add(offLevel, 0, order, 1));
    }

    /** Moves an order, which was appended to its level, to the flagged orders that rest. */
    void rest(final int order) {
        if (isFlagged(order)) {
            remove(order);
            final int handle = orders.terms(order);
            final PriceLevels index = resting(orders.side(order));
            final long key = index.keyOf(terms.get(handle, TermsSlab.PRICE));
            terms.state(handle, TermsSlab.FLAGGED_IN_LEVEL, true);
            terms.set(handle, TermsSlab.FLAG, shadows.add(index, key, order, 1));
        }
    }

    /** Moves an order, which has left its level, to the flagged orders in no level. */
    void leave(final int order) {
        if (isFlagged(order)) {
            remove(order);
            add(order);
        }
    }

    /** Removes an order. */
    void remove(final int order) {
        if (isFlagged(order)) {
            final int handle = orders.terms(order);
            final boolean isInLevel = terms.is(handle, TermsSlab.FLAGGED_IN_LEVEL);
            final PriceLevels index = isInLevel ? resting(orders.side(order)) : offLevel;
            shadows.remove(index, (int) terms.get(handle, TermsSlab.FLAG));
        }
    }

    /** Whether an order is flagged. */
    boolean isFlagged(final int order) {
        final int handle = orders.terms(order);
        return handle != TermsSlab.NONE && terms.has(handle, Term.FLAGGED);
    }
}
