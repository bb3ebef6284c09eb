package io.daybook.trading;

import java.util.Arrays;

/** The changes of one group of messages, kept until the group is complete: trades and levels, in their sequence. */
final class Changes {
    static final int TRADE = 0;
    static final int LEVEL = 1;

    private static final int WIDTH = 5;
    private static final int INDEX = 1;
    private static final int SIDE = 2;
    private static final int PRICE = 3;
    private static final int SIZE = 4;

    private long[] rows = new long[64 * WIDTH];
    private int count;

    int count() {
        return count;
    }

    void clear() {
        count = 0;
    }

    void add(final int kind, final int index, final int side, final long price, final long size) {
        final int row = count * WIDTH;
        if (row == rows.length) {
            rows = Arrays.copyOf(rows, 2 * row);
        }
        rows[row] = kind;
        rows[row + INDEX] = index;
        rows[row + SIDE] = side;
        rows[row + PRICE] = price;
        rows[row + SIZE] = size;
        count++;
    }

    /** Adds a level, unless the last change was of the same level. */
    void addLevel(final int index, final int side, final long price) {
        final int last = count - 1;
        if (count == 0 || !isLevel(last) || index(last) != index || side(last) != side || price(last) != price) {
            add(LEVEL, index, side, price, 0);
        }
    }

    /** Removes the changes of the symbol with this index. */
    void forget(final int index) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (index(i) != index) {
                System.arraycopy(rows, i * WIDTH, rows, kept * WIDTH, WIDTH);
                kept++;
            }
        }
        count = kept;
    }

    boolean isLevel(final int i) {
        return rows[i * WIDTH] == LEVEL;
    }

    int index(final int i) {
        return (int) rows[i * WIDTH + INDEX];
    }

    int side(final int i) {
        return (int) rows[i * WIDTH + SIDE];
    }

    long price(final int i) {
        return rows[i * WIDTH + PRICE];
    }

    long size(final int i) {
        return rows[i * WIDTH + SIZE];
    }
}
