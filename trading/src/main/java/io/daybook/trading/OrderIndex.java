package io.daybook.trading;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds an order by its id: open addressing, at most a quarter full, so that a search is a step or two. */
final class OrderIndex {
    private static final int FREE = -1;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final Order[] places;
    private final int[] handles;
    private final int shift;

    OrderIndex(final Order[] places) {
        this.places = places;
        final int bits = Integer.SIZE - Integer.numberOfLeadingZeros(4 * places.length);
        handles = new int[1 << bits];
        shift = Long.SIZE - bits;
        Arrays.fill(handles, FREE);
    }

    @Nullable
    Order find(final long id) {
        final int row = row(id);
        return handles[row] == FREE ? null : places[handles[row]];
    }

    void add(final Order order) {
        handles[row(order.id())] = order.handle();
    }

    /** Removes an order. Orders after it move up, so that no row has to mark a removed order. */
    void remove(final Order order) {
        final int mask = handles.length - 1;
        int free = row(order.id());
        handles[free] = FREE;
        for (int row = free + 1 & mask; handles[row] != FREE; row = row + 1 & mask) {
            final int home = home(places[handles[row]].id());
            if ((row - home & mask) >= (row - free & mask)) {
                handles[free] = handles[row];
                handles[row] = FREE;
                free = row;
            }
        }
    }

    /** The row of an id, or the free row where it would be. */
    private int row(final long id) {
        int row = home(id);
        while (handles[row] != FREE && places[handles[row]].id() != id) {
            row = row + 1 & handles.length - 1;
        }
        return row;
    }

    private int home(final long id) {
        return (int) (id * MIX >>> shift);
    }
}
