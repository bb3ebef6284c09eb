package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.Term;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.StableOrder;
import io.daybook.engine.matching.slab.TermsSlab;

/**
 * The trailing orders of one book that wait for one direction: the order with the lowest key fires first, and at equal
 * keys the order that arrived first. They are in arrays, not in an index over prices, because one trade can move all of
 * them, and two passes over arrays move thousands in a fraction of a millisecond.
 */
final class TrailingOrders {
    /** The end of a walk. */
    static final int NO_PLACE = -1;

    private static final int FIRST_CAPACITY = 16;
    private static final int TRIGGER = Term.TRIGGER.code();
    private static final int TRAIL = Term.TRAIL.code();
    private static final int TRAIL_STEP = Term.TRAIL_STEP.code();

    private final OrderSlab orders;
    private final TermsSlab terms;
    private final boolean rises;
    private final StableOrder byKey = new StableOrder();
    private final Entries following = new Entries();
    private Entries entries = new Entries();
    private Entries merged = new Entries();
    private int live;

    TrailingOrders(final OrderSlab orders, final TermsSlab terms, final boolean rises) {
        this.orders = orders;
        this.terms = terms;
        this.rises = rises;
    }

    /** The number of trailing orders. */
    int count() {
        return live;
    }

    /** The number of trailing orders of a user. */
    int countOf(final int userIndex) {
        int count = 0;
        for (int place = first(); place != NO_PLACE; place = next(place)) {
            count += orders.userIndex(order(place)) == userIndex ? 1 : 0;
        }
        return count;
    }

    /** The key of the order that fires first, or {@code PriceLevels.NO_KEY}. */
    long bestKey() {
        return live == 0 ? NO_KEY : entries.keys[entries.count - 1];
    }

    /**
     * The place of the order that fires first, or {@link #NO_PLACE}; places are valid until an order is added or
     * removed.
     */
    int first() {
        return entries.count - 1;
    }

    /** The place of the order that fires next, or {@link #NO_PLACE}. */
    int next(final int place) {
        int next = place - 1;
        while (next >= 0 && entries.orders[next] == NO_ORDER) {
            next--;
        }
        return next;
    }

    int order(final int place) {
        return entries.orders[place];
    }

    long key(final int place) {
        return entries.keys[place];
    }

    long arrival(final int place) {
        return entries.arrivals[place];
    }

    /** Adds an order that arrives later than all others. */
    void add(final int order, final long key, final long arrival) {
        if (entries.isFull()) {
            closeHoles();
        }
        final int handle = orders.terms(order);
        entries.insert(key, arrival, order, terms.get(handle, TRAIL), terms.get(handle, TRAIL_STEP));
        live++;
    }

    /** Removes an order that is here; the next pass closes the hole. */
    void remove(final long key, final long arrival) {
        entries.orders[entries.find(key, arrival)] = NO_ORDER;
        entries.count = next(entries.count) + 1;
        live--;
    }

    private void closeHoles() {
        merged.clear(2 * live);
        for (int place = 0; place < entries.count; place++) {
            if (entries.orders[place] != NO_ORDER) {
                merged.append(entries, place);
            }
        }
        swap();
    }

    private void swap() {
        final Entries before = entries;
        entries = merged;
        merged = before;
    }

    /**
     * Moves the orders whose triggers can move by at least a step towards the last price: triggers and prices follow
     * the last price, and the orders arrive anew, in the sequence in which they would have fired.
     *
     * @param arrivals the number of arrivals in the book so far
     * @return the number of moved orders
     */
    int follow(final long lastPrice, final long minPrice, final long maxPrice, final long arrivals) {
        choose(lastPrice);
        final int count = following.count;
        if (count == 0) {
            return 0;
        }
        for (int i = 0; i < count; i++) {
            following.keys[i] = keyBehind(lastPrice, following.trails[i]);
            following.arrivals[i] = arrivals + 1 + i;
            move(following.orders[i], following.keys[i], following.arrivals[i], minPrice, maxPrice);
        }
        merge(byKey.of(following.keys, count));
        return count;
    }

    /**
     * Finds all orders that follow, before the first of them moves, because they arrive anew in their sequence before
     * the move.
     */
    private void choose(final long lastPrice) {
        following.clear(live);
        for (int place = first(); place != NO_PLACE; place = next(place)) {
            if (keyBehind(lastPrice, entries.trails[place]) <= entries.keys[place] - entries.steps[place]) {
                following.append(entries, place);
                entries.orders[place] = NO_ORDER;
            }
        }
    }

    /**
     * The key of an order that trails the last price. The lowest rising and the highest falling trigger have the lowest
     * keys.
     */
    private long keyBehind(final long lastPrice, final long trail) {
        return rises ? lastPrice + trail : ~(lastPrice - trail);
    }

    private void move(final int order, final long key, final long arrival, final long minPrice, final long maxPrice) {
        final int handle = orders.terms(order);
        final long trigger = rises ? key : ~key;
        final long price = terms.get(handle, TermsSlab.PRICE) + trigger - terms.get(handle, TRIGGER);
        terms.set(handle, TRIGGER, trigger);
        terms.set(handle, TermsSlab.PRICE, Math.max(minPrice, Math.min(maxPrice, price)));
        terms.set(handle, TermsSlab.ARRIVAL, arrival);
    }

    /**
     * Merges from the order that fires last to the order that fires first. At equal keys, moved orders fire after those
     * that stay.
     */
    private void merge(final int[] followers) {
        merged.clear(live);
        int place = 0;
        for (int i = following.count - 1; i >= 0; i--) {
            final int follower = followers[i];
            for (; place < entries.count && entries.keys[place] > following.keys[follower]; place++) {
                appendStaying(place);
            }
            merged.append(following, follower);
        }
        for (; place < entries.count; place++) {
            appendStaying(place);
        }
        swap();
    }

    private void appendStaying(final int place) {
        if (entries.orders[place] != NO_ORDER) {
            merged.append(entries, place);
        }
    }

    /**
     * Orders, each with the numbers that decide whether it follows; the order that fires last is the first entry. An
     * entry without an order is a hole, which keeps its key and its arrival; the last entry is never a hole.
     */
    private static final class Entries {
        private long[] keys = new long[FIRST_CAPACITY];
        private long[] arrivals = new long[FIRST_CAPACITY];
        private long[] trails = new long[FIRST_CAPACITY];
        private long[] steps = new long[FIRST_CAPACITY];
        private int[] orders = new int[FIRST_CAPACITY];
        private int count;

        boolean isFull() {
            return count == orders.length;
        }

        /** Removes all entries, and makes room for at least this many. */
        void clear(final int capacity) {
            count = 0;
            if (orders.length < capacity) {
                keys = new long[2 * capacity];
                arrivals = new long[2 * capacity];
                trails = new long[2 * capacity];
                steps = new long[2 * capacity];
                orders = new int[2 * capacity];
            }
        }

        void append(final Entries from, final int place) {
            set(
                    count++,
                    from.keys[place],
                    from.arrivals[place],
                    from.orders[place],
                    from.trails[place],
                    from.steps[place]);
        }

        /** Inserts the latest arrival at its place among the entries. */
        void insert(final long key, final long arrival, final int order, final long trail, final long step) {
            final int place = find(key, arrival);
            final int behind = count - place;
            System.arraycopy(keys, place, keys, place + 1, behind);
            System.arraycopy(arrivals, place, arrivals, place + 1, behind);
            System.arraycopy(trails, place, trails, place + 1, behind);
            System.arraycopy(steps, place, steps, place + 1, behind);
            System.arraycopy(orders, place, orders, place + 1, behind);
            set(place, key, arrival, order, trail, step);
            count++;
        }

        private void set(
                final int place,
                final long key,
                final long arrival,
                final int order,
                final long trail,
                final long step) {
            keys[place] = key;
            arrivals[place] = arrival;
            trails[place] = trail;
            steps[place] = step;
            orders[place] = order;
        }

        /** The index of an entry, or the index for its insertion. */
        int find(final long key, final long arrival) {
            int low = 0;
            int high = count;
            while (low < high) {
                final int middle = (low + high) >>> 1;
                final boolean firesLater = keys[middle] == key ? arrivals[middle] > arrival : keys[middle] > key;
                if (firesLater) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
