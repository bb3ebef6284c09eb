package io.daybook.engine.matching.terms;

import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.levels.TreeLevels;
import io.daybook.engine.matching.slab.LevelSlab;
import io.daybook.engine.matching.slab.OrderSlab;

/**
 * Places of orders in queues other than those of their levels: by trigger, by expiry, among hidden orders, among
 * concealed lots, among exits that wait. Each queue is a level of an index over separate records, which have the handle
 * of the order. One instance serves all books of a matching thread.
 */
final class Shadows {
    /** No place. */
    static final int NONE = OrderSlab.NO_ORDER;

    private final OrderSlab slab = new OrderSlab(1);
    private final LevelSlab levels = new LevelSlab(slab.levelLinks(), 1);

    /** Creates an empty index; with {@code highestFirst} the highest price is the best. */
    PriceLevels newIndex(final boolean highestFirst) {
        return TreeLevels.avl(slab, levels, !highestFirst);
    }

    /**
     * Puts an order at the tail of a queue.
     *
     * @param lots the lots that the index sums up, from 1
     * @return its place
     */
    int add(final PriceLevels index, final long key, final int order, final long lots) {
        final int shadow = slab.allocate(order, lots);
        index.append(shadow, key);
        return shadow;
    }

    /** Frees a place. */
    void remove(final PriceLevels index, final int shadow) {
        index.remove(shadow);
        slab.free(shadow);
    }

    /** Takes lots off a place, and frees it if no lots are left; returns the place or {@link #NONE}. */
    int reduce(final PriceLevels index, final int shadow, final long lots) {
        if (slab.remaining(shadow) == lots) {
            remove(index, shadow);
            return NONE;
        }
        index.reduce(shadow, lots);
        return shadow;
    }

    /** The order that has a place. */
    int order(final int shadow) {
        return (int) slab.id(shadow);
    }

    /** The next place in a queue, or {@link #NONE}. */
    int next(final int shadow) {
        return slab.next(shadow);
    }
}
