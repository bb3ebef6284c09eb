package io.daybook.server.orders;

import io.daybook.kernel.slab.RecordRing;

/** The last closed orders of a user, by their handles, the oldest first. Guarded by the book. */
final class ClosedOrders {
    private final RecordRing ring;

    /** Makes an empty list that keeps the last {@code most} orders. */
    ClosedOrders(final int most) {
        ring = new RecordRing(1, most);
    }

    /**
     * Adds the last closed order.
     *
     * @return the oldest order, which the caller must drop; {@link OrderRecords#NONE} while there is room
     */
    int add(final int order) {
        final boolean wasFull = ring.isFull();
        final int base = ring.append();
        final int oldest = wasFull ? (int) ring.array()[base] : OrderRecords.NONE;
        ring.array()[base] = order;
        return oldest;
    }

    /** The handles of all orders, the oldest first. */
    int[] handles() {
        final int[] all = new int[ring.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = (int) ring.array()[ring.base(i)];
        }
        return all;
    }
}
