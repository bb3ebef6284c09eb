package io.daybook.client.book;

import java.util.Arrays;

/**
 * The levels of one side by price: leaves of at most 128 levels, each sorted, in the order of their prices. The best
 * price is the last of the last leaf, where most searches end after a few steps; a side of ordinary width is one leaf.
 * Even with a million levels, adding one moves only a few kilobytes.
 *
 * <p>Prices are stored as keys that ascend towards the best: a bid's price, an ask's complement.
 */
final class BookSide {
    private static final int LEAF_LEVELS = 128;
    private static final int FIRST_LEVELS = 4;

    /** Neighbours with at most this many levels together are merged. */
    private static final int MERGED_LEVELS = 96;

    /** Most searches end within this many steps from the best. */
    private static final int STEPS = 8;

    private static final int PAIR = 2;

    /** The value of a leaf that does not exist. */
    private static final long[] NONE = {};

    /** All ones for asks: XOR converts a price to its key and back. */
    private final long flip;

    /** The pairs of key and level of the best leaf. It has its own field because most work ends in it. */
    private long[] pairs = new long[PAIR * FIRST_LEVELS];

    private int count;

    /** The pairs of the other leaves, the worst leaf first. */
    private long[][] others = {};

    /** The number of levels in each of the other leaves. */
    private int[] otherCounts = {};

    private int otherLeaves;
    private int levels;

    /** The leaf where the last search ended; the best leaf has the last index. */
    private int leaf;

    private int position;

    BookSide(final int side) {
        flip = side == OrderLevels.ASK ? -1 : 0;
    }

    int levels() {
        return levels;
    }

    int best() {
        return levels == 0 ? OrderLevels.NO_LEVEL : level(pairs, count - 1);
    }

    /** Returns the level of a price, or none; {@link #insert} then adds a level at this price. */
    int find(final long price) {
        final long key = price ^ flip;
        leaf = leafOf(key);
        final long[] found = pairs(leaf);
        position = place(found, count(leaf), key);
        return position > 0 && key(found, position - 1) == key ? level(found, position - 1) : OrderLevels.NO_LEVEL;
    }

    /** The pairs of the best leaf, for {@link #touch}. */
    long[] bestLeaf() {
        return pairs;
    }

    /**
     * Loads the first entries of a search in the best leaf. No branch depends on the result, so the misses of many
     * calls overlap.
     */
    long touch(final long[] bestLeaf) {
        final int last = PAIR * Math.max(0, count - 1);
        return bestLeaf[last]
                + bestLeaf[Math.max(0, last - STEPS)]
                + bestLeaf[Math.max(0, last - PAIR * STEPS)]
                + bestLeaf[last / 2];
    }

    /** The level of a price if it is in the best leaf. Does not change the position of the last search. */
    int peek(final long price) {
        final long key = price ^ flip;
        final int place = place(pairs, count, key);
        return place > 0 && key(pairs, place - 1) == key ? level(pairs, place - 1) : OrderLevels.NO_LEVEL;
    }

    /** Inserts a level where the last search ended; that search did not find its price. */
    void insert(final long price, final int level) {
        if (count(leaf) == LEAF_LEVELS) {
            split();
        }
        final int before = count(leaf);
        if (PAIR * before == pairs(leaf).length) {
            setPairs(leaf, Arrays.copyOf(pairs(leaf), 2 * PAIR * before));
        }
        final long[] into = pairs(leaf);
        System.arraycopy(into, PAIR * position, into, PAIR * (position + 1), PAIR * (before - position));
        into[PAIR * position] = price ^ flip;
        into[PAIR * position + 1] = level;
        setCount(leaf, before + 1);
        levels++;
    }

    /** Removes the level of a price, which must exist. */
    void remove(final long price) {
        find(price);
        final long[] from = pairs(leaf);
        final int before = count(leaf);
        System.arraycopy(from, PAIR * position, from, PAIR * (position - 1), PAIR * (before - position));
        setCount(leaf, before - 1);
        levels--;
        if (otherLeaves > 0) {
            mergeIfSmall(Math.max(0, leaf - 1));
        }
    }

    /** Returns the next worse level after the level of a price, which must exist. */
    int worse(final long price) {
        find(price);
        if (position > 1) {
            return level(pairs(leaf), position - 2);
        }
        return leaf == 0 ? OrderLevels.NO_LEVEL : level(pairs(leaf - 1), count(leaf - 1) - 1);
    }

    long memoryBytes() {
        long bytes = (long) pairs.length * Long.BYTES + (long) others.length * (Long.BYTES + Integer.BYTES);
        for (final long[] other : others) {
            bytes += (long) other.length * Long.BYTES;
        }
        return bytes;
    }

    private static long key(final long[] pairs, final int index) {
        return pairs[PAIR * index];
    }

    private static int level(final long[] pairs, final int index) {
        return (int) pairs[PAIR * index + 1];
    }

    private long[] pairs(final int index) {
        return index == otherLeaves ? pairs : others[index];
    }

    private int count(final int index) {
        return index == otherLeaves ? count : otherCounts[index];
    }

    private void setPairs(final int index, final long[] newPairs) {
        if (index == otherLeaves) {
            pairs = newPairs;
        } else {
            others[index] = newPairs;
        }
    }

    private void setCount(final int index, final int newCount) {
        if (index == otherLeaves) {
            count = newCount;
        } else {
            otherCounts[index] = newCount;
        }
    }

    /** The last leaf that begins at or before a key, or the first leaf if none does. */
    private int leafOf(final long key) {
        if (otherLeaves == 0 || key(pairs, 0) <= key) {
            return otherLeaves;
        }
        int low = 0;
        int high = otherLeaves;
        while (high - low > 1) {
            final int middle = low + high >>> 1;
            if (key(others[middle], 0) <= key) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The number of keys of a leaf that are at most a given key: a linear search from the best, then a binary one. */
    private static int place(final long[] pairs, final int count, final long key) {
        int high = count;
        final int near = Math.max(0, count - STEPS);
        while (high > near) {
            if (key(pairs, high - 1) <= key) {
                return high;
            }
            high--;
        }
        int low = 0;
        while (low < high) {
            final int middle = low + high >>> 1;
            if (key(pairs, middle) <= key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Splits the leaf where the search ended; its better half becomes the next leaf. */
    private void split() {
        final int half = LEAF_LEVELS / 2;
        final long[] better = new long[PAIR * LEAF_LEVELS];
        System.arraycopy(pairs(leaf), PAIR * half, better, 0, PAIR * (LEAF_LEVELS - half));
        setCount(leaf, half);
        addLeafBehind(leaf, better, LEAF_LEVELS - half);
        if (position > half) {
            leaf++;
            position -= half;
        }
    }

    private void addLeafBehind(final int index, final long[] newPairs, final int newCount) {
        if (otherLeaves == others.length) {
            others = Arrays.copyOf(others, 2 * otherLeaves + 1);
            Arrays.fill(others, otherLeaves, others.length, NONE);
            otherCounts = Arrays.copyOf(otherCounts, others.length);
        }
        if (index == otherLeaves) {
            others[otherLeaves] = pairs;
            otherCounts[otherLeaves++] = count;
            pairs = newPairs;
            count = newCount;
            return;
        }
        System.arraycopy(others, index + 1, others, index + 2, otherLeaves - index - 1);
        System.arraycopy(otherCounts, index + 1, otherCounts, index + 2, otherLeaves - index - 1);
        others[index + 1] = newPairs;
        otherCounts[index + 1] = newCount;
        otherLeaves++;
    }

    /** Merges a leaf with the next one if both are small or one is empty, so that no empty leaf stays among others. */
    private void mergeIfSmall(final int index) {
        final int worse = count(index);
        final int better = count(index + 1);
        if (worse > 0 && better > 0 && worse + better > MERGED_LEVELS) {
            return;
        }
        final long[] merged = pairs(index);
        System.arraycopy(pairs(index + 1), 0, merged, PAIR * worse, PAIR * better);
        System.arraycopy(others, index + 1, others, index, otherLeaves - index - 1);
        System.arraycopy(otherCounts, index + 1, otherCounts, index, otherLeaves - index - 1);
        others[--otherLeaves] = NONE;
        setPairs(index, merged);
        setCount(index, worse + better);
    }
}
