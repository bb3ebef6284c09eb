package io.daybook.perf.minimal;

import java.util.Arrays;

/**
 * The orders, 64 bytes each in one array, and the pages from ids to them.
 *
 * <pre>
 *  0     1     2           3      4      5      6          7
 *  | id | key | remaining | size | user | side | previous | next |
 * </pre>
 */
final class MinimalOrders {
    static final int NONE = 0;

    static final int KEY = 1;
    static final int REMAINING = 2;
    static final int USER = 4;
    static final int SIDE = 5;
    static final int PREVIOUS = 6;
    static final int NEXT = 7;

    private static final int ID = 0;
    private static final int SIZE = 3;
    private static final int STRIDE_SHIFT = 3;
    private static final int PAGE_SHIFT = 10;
    private static final int PAGE_MASK = (1 << PAGE_SHIFT) - 1;

    private long[] records = new long[1024 << STRIDE_SHIFT];
    private int unused = NONE + 1;
    private int firstFree = NONE;
    private int[][] pages = new int[0][];

    long[] records() {
        return records;
    }

    static int at(final int order) {
        return order << STRIDE_SHIFT;
    }

    /** The live order with an id, or {@link #NONE}. */
    int find(final long id) {
        final long page = id >>> PAGE_SHIFT;
        return page < pages.length ? pages[(int) page][(int) id & PAGE_MASK] : NONE;
    }

    int add(final long id, final long size, final long remaining, final int user, final int side) {
        int order = firstFree;
        if (order == NONE) {
            order = unused++;
            if (at(order) == records.length) {
                records = Arrays.copyOf(records, records.length * 2);
            }
        } else {
            firstFree = (int) records[at(order) + NEXT];
        }
        final int at = at(order);
        records[at + ID] = id;
        records[at + REMAINING] = remaining;
        records[at + SIZE] = size;
        records[at + USER] = user;
        records[at + SIDE] = side;
        final int page = (int) (id >>> PAGE_SHIFT);
        if (page >= pages.length) {
            final int known = pages.length;
            pages = Arrays.copyOf(pages, Math.max(page + 1, known * 2));
            for (int i = known; i < pages.length; i++) {
                pages[i] = new int[1 << PAGE_SHIFT];
            }
        }
        pages[page][(int) id & PAGE_MASK] = order;
        return order;
    }

    void forget(final int order) {
        final int at = at(order);
        final long id = records[at + ID];
        pages[(int) (id >>> PAGE_SHIFT)][(int) id & PAGE_MASK] = NONE;
        records[at + NEXT] = firstFree;
        firstFree = order;
    }
}
