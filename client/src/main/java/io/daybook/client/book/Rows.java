package io.daybook.client.book;

import java.util.Arrays;

/**
 * Rows of some words in pages that never move, so that growth copies nothing. The row that was given back last is taken
 * next.
 */
final class Rows {
    private static final int PAGE_BITS = 12;
    private static final int PAGE_ROWS = 1 << PAGE_BITS;
    private static final int FIRST_PAGES = 8;

    /** The word of a free row that holds the next free row. */
    private static final int NEXT_FREE = 0;

    private static final int NONE = -1;

    private final int wordBits;

    private long[][] pages = new long[FIRST_PAGES][];
    private int pageCount;
    private int used;
    private int free = NONE;
    private int live;

    /**
     * Creates rows of a size.
     *
     * @param wordBits the logarithm of the words of a row
     */
    Rows(final int wordBits) {
        this.wordBits = wordBits;
    }

    long get(final int row, final int word) {
        return pages[row >>> PAGE_BITS][((row & PAGE_ROWS - 1) << wordBits) + word];
    }

    void set(final int row, final int word, final long value) {
        pages[row >>> PAGE_BITS][((row & PAGE_ROWS - 1) << wordBits) + word] = value;
    }

    /** Takes a row, with its old contents. */
    int take() {
        live++;
        if (free != NONE) {
            final int row = free;
            free = (int) get(row, NEXT_FREE);
            return row;
        }
        if (used == pageCount << PAGE_BITS) {
            addPage();
        }
        return used++;
    }

    /** Makes room for a row whose number was taken elsewhere. */
    void ensure(final int row) {
        while (row >= pageCount << PAGE_BITS) {
            addPage();
        }
    }

    void give(final int row) {
        live--;
        set(row, NEXT_FREE, free);
        free = row;
    }

    /** Frees all rows; the pages stay. */
    void clear() {
        used = 0;
        free = NONE;
        live = 0;
    }

    int live() {
        return live;
    }

    long memoryBytes() {
        return (long) pageCount * PAGE_ROWS * (Long.BYTES << wordBits) + (long) pages.length * Long.BYTES;
    }

    private void addPage() {
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, 2 * pages.length);
        }
        pages[pageCount++] = new long[PAGE_ROWS << wordBits];
    }
}
