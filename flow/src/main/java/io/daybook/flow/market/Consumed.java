package io.daybook.flow.market;

import java.util.Arrays;

/**
 * The lots of recorded orders that an outsider has taken and that still exist in the recording, by order id. A hash
 * table with linear probing; a removal moves later entries into the free slot. It holds few orders.
 */
final class Consumed {
    private static final int FIRST_CAPACITY = 64;
    private static final long FREE = 0;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private long[] ids = new long[FIRST_CAPACITY];
    private long[] lots = new long[FIRST_CAPACITY];
    private int count;

    /** Returns the lots that were taken from an order. */
    long lots(final long id) {
        return count == 0 ? 0 : Math.abs(lots[slot(id)]);
    }

    /** Returns whether an order with lots in this table is an ask. */
    boolean isAsk(final long id) {
        return lots[slot(id)] < 0;
    }

    /** Sets the lots of an order; 0 removes it. */
    void set(final long id, final boolean isAsk, final long newLots) {
        if (count == 0 && newLots == 0) {
            return;
        }
        final int slot = slot(id);
        if (newLots == 0) {
            if (ids[slot] != FREE) {
                remove(slot);
            }
            return;
        }
        if (ids[slot] == FREE) {
            count++;
        }
        ids[slot] = id;
        lots[slot] = isAsk ? -newLots : newLots;
        if (2 * count > ids.length) {
            grow();
        }
    }

    private int slot(final long id) {
        final int mask = ids.length - 1;
        int slot = home(id);
        while (ids[slot] != FREE && ids[slot] != id) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private int home(final long id) {
        return (int) (id * MIX >>> Long.SIZE - Integer.numberOfTrailingZeros(ids.length));
    }

    private void remove(final int removed) {
        final int mask = ids.length - 1;
        count--;
        int hole = removed;
        for (int at = hole + 1 & mask; ids[at] != FREE; at = at + 1 & mask) {
            if ((at - home(ids[at]) & mask) >= (at - hole & mask)) {
                ids[hole] = ids[at];
                lots[hole] = lots[at];
                hole = at;
            }
        }
        ids[hole] = FREE;
        lots[hole] = 0;
    }

    private void grow() {
        final long[] oldIds = ids;
        final long[] oldLots = lots;
        ids = new long[2 * oldIds.length];
        lots = Arrays.copyOf(ids, ids.length);
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != FREE) {
                final int slot = slot(oldIds[i]);
                ids[slot] = oldIds[i];
                lots[slot] = oldLots[i];
            }
        }
    }
}
