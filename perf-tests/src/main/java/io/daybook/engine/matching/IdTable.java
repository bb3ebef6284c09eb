package io.daybook.engine.matching;

import io.daybook.kernel.slab.HashSecret;

/**
 * Gives a benchmark access to a book's table of order ids, which is not public; hence in this package. Every id has the
 * record that the table compares ids with. One thread.
 */
public final class IdTable {
    private final OrderSlab slab = new OrderSlab();
    private final OrderIds ids;

    /** A table without ids. */
    public IdTable(final HashSecret secret) {
        ids = new OrderIds(slab, new IdPagePool(), secret);
    }

    /** The handle of a live id. */
    public int get(final long id) {
        return ids.get(id);
    }

    /** Adds an id that is not live; gives its handle. */
    public int put(final long id) {
        final int order = slab.allocate(id, 1);
        ids.put(id, order);
        return order;
    }

    /** Takes a live id away. */
    public void remove(final long id) {
        final int order = ids.get(id);
        ids.remove(id);
        slab.free(order);
    }
}
