package io.daybook.flow.market;

import java.util.Arrays;

/** The orders that one aggressor hit: successive executions with the same time, side and symbol. */
final class Aggressor {
    private static final int FIRST_CAPACITY = 16;

    private long[] ids = new long[FIRST_CAPACITY];
    private long[] sizes = new long[FIRST_CAPACITY];
    private long[] targets = new long[FIRST_CAPACITY];
    private long[] prices = new long[FIRST_CAPACITY];
    private boolean[] fromBefore = new boolean[FIRST_CAPACITY];
    private int count;
    private int symbol;
    private long timeNs;
    private boolean hitsAsks;

    int count() {
        return count;
    }

    int symbol() {
        return symbol;
    }

    boolean hitsAsks() {
        return hitsAsks;
    }

    /** Returns whether an execution also belongs to this aggressor. */
    boolean goesOnWith(final int ofSymbol, final long atNs, final boolean ofAsk) {
        return count > 0 && symbol == ofSymbol && timeNs == atNs && hitsAsks == ofAsk;
    }

    void begin(final int ofSymbol, final long atNs, final boolean ofAsk) {
        count = 0;
        symbol = ofSymbol;
        timeNs = atNs;
        hitsAsks = ofAsk;
    }

    /** Adds an execution. Several executions of one order are joined. */
    void add(final long id, final long size, final boolean isFromBefore) {
        int at = indexOf(id);
        if (at < 0) {
            at = count++;
            if (at == ids.length) {
                ids = Arrays.copyOf(ids, 2 * at);
                sizes = Arrays.copyOf(sizes, 2 * at);
                targets = Arrays.copyOf(targets, 2 * at);
                prices = Arrays.copyOf(prices, 2 * at);
                fromBefore = Arrays.copyOf(fromBefore, 2 * at);
            }
            ids[at] = id;
            sizes[at] = 0;
            fromBefore[at] = isFromBefore;
        }
        sizes[at] += size;
    }

    /** Returns the index of an order; negative if the aggressor did not hit it. */
    int indexOf(final long id) {
        for (int i = count - 1; i >= 0; i--) {
            if (ids[i] == id) {
                return i;
            }
        }
        return -1;
    }

    long id(final int index) {
        return ids[index];
    }

    long size(final int index) {
        return sizes[index];
    }

    /** Returns whether an order from before the recording was hit at a price. */
    boolean hitFromBefore(final long price) {
        for (int i = 0; i < count; i++) {
            if (fromBefore[i] && prices[i] == price) {
                return true;
            }
        }
        return false;
    }

    /** The number of lots that an order has after this aggressor, according to the recording. */
    long target(final int index) {
        return targets[index];
    }

    /** The price of an order; 0 if the order was gone. */
    long price(final int index) {
        return prices[index];
    }

    void target(final int index, final long lots, final long price) {
        targets[index] = lots;
        prices[index] = price;
    }

    void clear() {
        count = 0;
    }
}
