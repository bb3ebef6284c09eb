package io.daybook.perf.minimal;

import static io.daybook.perf.minimal.MinimalOrders.NONE;

/**
 * One side of the book: a slot for every price of the range, with three bitmaps above it. Prices are keys, counted from
 * the best end of the range, so that the lower key is the better one on both sides.
 *
 * <pre>
 *  a slot: 0      1      2      3
 *          | head | tail | lots | orders |
 * </pre>
 */
final class MinimalLadder {
    static final int NO_KEY = Integer.MAX_VALUE;

    private static final int STRIDE_SHIFT = 2;
    private static final int HEAD = 0;
    private static final int TAIL = 1;
    private static final int LOTS = 2;
    private static final int ORDERS = 3;

    private final MinimalOrders orders;
    private final long[] slots;
    private final long[] words;
    private final long[] summary;
    private long top;
    private int best = NO_KEY;

    MinimalLadder(final MinimalOrders orders, final int keys) {
        this.orders = orders;
        this.slots = new long[keys << STRIDE_SHIFT];
        this.words = new long[(keys >>> 6) + 1];
        this.summary = new long[(words.length >>> 6) + 1];
    }

    /** The best key in use, or {@link #NO_KEY}. */
    int best() {
        return best;
    }

    int head(final int key) {
        return (int) slots[(key << STRIDE_SHIFT) + HEAD];
    }

    long lots(final int key) {
        return slots[(key << STRIDE_SHIFT) + LOTS];
    }

    int orderCount(final int key) {
        return (int) slots[(key << STRIDE_SHIFT) + ORDERS];
    }

    /** The next worse key in use after a key, or {@link #NO_KEY}. */
    int after(final int key) {
        final int next = key + 1;
        int word = next >>> 6;
        if (word >= words.length) {
            return NO_KEY;
        }
        long bits = words[word] & (-1L << next);
        if (bits == 0) {
            word = nextWord(word + 1);
            if (word < 0) {
                return NO_KEY;
            }
            bits = words[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /** Puts an order at the tail of a level. */
    void append(final int order, final int key) {
        final long[] records = orders.records();
        final int at = MinimalOrders.at(order);
        final int level = key << STRIDE_SHIFT;
        final int tail = (int) slots[level + TAIL];
        records[at + MinimalOrders.KEY] = key;
        records[at + MinimalOrders.PREVIOUS] = tail;
        records[at + MinimalOrders.NEXT] = NONE;
        slots[level + TAIL] = order;
        slots[level + LOTS] += records[at + MinimalOrders.REMAINING];
        slots[level + ORDERS]++;
        if (tail == NONE) {
            slots[level + HEAD] = order;
            mark(key);
            best = Math.min(best, key);
        } else {
            records[MinimalOrders.at(tail) + MinimalOrders.NEXT] = order;
        }
    }

    /** Takes an order out of its level. */
    void remove(final int order) {
        final long[] records = orders.records();
        final int at = MinimalOrders.at(order);
        final int key = (int) records[at + MinimalOrders.KEY];
        final int level = key << STRIDE_SHIFT;
        final int previous = (int) records[at + MinimalOrders.PREVIOUS];
        final int next = (int) records[at + MinimalOrders.NEXT];
        if (previous == NONE) {
            slots[level + HEAD] = next;
        } else {
            records[MinimalOrders.at(previous) + MinimalOrders.NEXT] = next;
        }
        if (next == NONE) {
            slots[level + TAIL] = previous;
        } else {
            records[MinimalOrders.at(next) + MinimalOrders.PREVIOUS] = previous;
        }
        slots[level + LOTS] -= records[at + MinimalOrders.REMAINING];
        if (--slots[level + ORDERS] == 0) {
            unmark(key);
        }
    }

    /** Removes lots from a level whose order keeps some. */
    void reduce(final int key, final long lots) {
        slots[(key << STRIDE_SHIFT) + LOTS] -= lots;
    }

    private void mark(final int key) {
        final int word = key >>> 6;
        final long before = words[word];
        words[word] = before | 1L << key;
        if (before == 0) {
            summary[word >>> 6] |= 1L << word;
            top |= 1L << (word >>> 6);
        }
    }

    private void unmark(final int key) {
        final int word = key >>> 6;
        final long left = words[word] & ~(1L << key);
        words[word] = left;
        if (left == 0) {
            final long leftOfSummary = summary[word >>> 6] & ~(1L << word);
            summary[word >>> 6] = leftOfSummary;
            if (leftOfSummary == 0) {
                top &= ~(1L << (word >>> 6));
            }
        }
        if (key == best) {
            best = after(key);
        }
    }

    private int nextWord(final int from) {
        final int at = from >>> 6;
        final long bits = at < summary.length ? summary[at] & (-1L << from) : 0;
        if (bits != 0) {
            return (at << 6) + Long.numberOfTrailingZeros(bits);
        }
        final long later = top & (-2L << at);
        if (later == 0) {
            return -1;
        }
        final int found = Long.numberOfTrailingZeros(later);
        return (found << 6) + Long.numberOfTrailingZeros(summary[found]);
    }
}
