package io.daybook.gateway.session;

/**
 * The traded lots of the last closed orders, for STATUS: a ring for all sessions together, in which a new order
 * replaces the oldest.
 */
final class ClosedOrders {
    private static final long HASH_MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final long[] ids;
    private final long[] traded;

    /** Places of the newest order of each hash, + 1; 0 if there is none. */
    private final int[] heads;

    private final int[] chain;
    private long count;

    /**
     * Creates the ring.
     *
     * @param kept the number of orders, a power of two
     */
    ClosedOrders(final int kept) {
        ids = new long[kept];
        traded = new long[kept];
        heads = new int[kept];
        chain = new int[kept];
    }

    void add(final long id, final long lotsTraded) {
        final int at = (int) (count & ids.length - 1);
        if (count >= ids.length) {
            forget(at);
        }
        ids[at] = id;
        traded[at] = lotsTraded;
        final int bucket = bucket(id);
        chain[at] = heads[bucket];
        heads[bucket] = at + 1;
        count++;
    }

    private void forget(final int at) {
        final int bucket = bucket(ids[at]);
        int link = heads[bucket];
        if (link == at + 1) {
            heads[bucket] = chain[at];
            return;
        }
        while (chain[link - 1] != at + 1) {
            link = chain[link - 1];
        }
        chain[link - 1] = chain[at];
    }

    /** The place of an order, for {@link #traded}, or −1. */
    int find(final long id) {
        int link = heads[bucket(id)];
        while (link != 0) {
            if (ids[link - 1] == id) {
                return link - 1;
            }
            link = chain[link - 1];
        }
        return -1;
    }

    long traded(final int at) {
        return traded[at];
    }

    /** The number of kept orders. */
    int size() {
        return (int) Math.min(count, ids.length);
    }

    /** The id of a kept order; index 0 is the oldest. */
    long id(final int index) {
        return ids[place(index)];
    }

    /** The traded lots of a kept order; index 0 is the oldest. */
    long tradedOf(final int index) {
        return traded[place(index)];
    }

    private int place(final int index) {
        return (int) (count - size() + index & ids.length - 1);
    }

    private int bucket(final long id) {
        return (int) (id * HASH_MULTIPLIER >>> 32) & heads.length - 1;
    }
}
