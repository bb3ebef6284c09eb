package io.daybook.engine.matching.levels;

import java.util.Arrays;

/**
 * The pages of the {@link LadderLevels} of all books of one thread, by number, and the nodes that no side uses at the
 * moment. A page has the levels of {@value LadderNode#WIDTH} consecutive prices. The bits of pages made one after
 * another are side by side, and so are their levels, so that most orders touch few cache lines.
 *
 * <p>A <em>cell</em> is a price of a page: the number of the page, and the lowest digit of the price. All arrays have a
 * power of two of entries, so that the path of most orders can mask the index, for which C2 checks no bounds.
 */
public final class LadderPages {
    /** The page that has no level and is never handed out. */
    static final int NO_PAGE = 0;

    private static final int DIGIT = LadderNode.DIGIT;
    private static final int CHUNK_SHIFT = 14;
    private static final int CHUNK_CELLS = 1 << CHUNK_SHIFT;
    private static final int CHUNKS_TOGETHER = 4;
    private static final int MOST_PAGES = 1 << 25;
    private static final int FIRST_PAGES = 1 << 14;

    private final int[] first = new int[CHUNKS_TOGETHER * CHUNK_CELLS];

    /**
     * The level of each cell, or {@link PriceLevels#NO_LEVEL}: in the first array, which is never copied, or in chunks
     * of {@value #CHUNK_CELLS}. In the table of chunks, the first array replaces the first {@value #CHUNKS_TOGETHER}
     * chunks.
     */
    private int[][] levels = {first};

    /** In each page, a bit for each price with orders. */
    private long[] used = new long[FIRST_PAGES];

    /**
     * In each page, a bit for each price that has had orders since the page was taken; in a free page, the number of
     * the next free page.
     */
    private long[] made = new long[FIRST_PAGES];

    private int firstFree = NO_PAGE;
    private int firstUnused = NO_PAGE + 1;

    private LadderNode[] lowest = new LadderNode[16];
    private int lowestCount;
    private LadderNode[] higher = new LadderNode[16];
    private int higherCount;

    /** Removes every page and its levels. */
    public void clear() {
        levels = new int[][] {first};
        Arrays.fill(first, PriceLevels.NO_LEVEL);
        Arrays.fill(used, 0);
        Arrays.fill(made, 0);
        firstFree = NO_PAGE;
        firstUnused = NO_PAGE + 1;
    }

    static int cell(final int page, final long key) {
        return page << DIGIT | (int) key & LadderNode.WIDTH - 1;
    }

    /** The level at a cell, or {@link PriceLevels#NO_LEVEL}. */
    int level(final int cell) {
        final int[] chunk = chunk(cell);
        return chunk[cell & chunk.length - 1];
    }

    private int[] chunk(final int cell) {
        final int[][] all = levels;
        return all.length == 1 ? all[0] : all[cell >>> CHUNK_SHIFT & all.length - 1];
    }

    private void level(final int cell, final int level) {
        final int[] chunk = chunk(cell);
        chunk[cell & chunk.length - 1] = level;
    }

    /** The prices of a page that have orders: a bit for each. */
    long used(final int page) {
        return used[page];
    }

    /** The prices of a page that have a level: a bit for each. */
    long made(final int page) {
        return made[page];
    }

    boolean isUsed(final int cell) {
        return (used[cell >>> DIGIT] >>> cell & 1) != 0;
    }

    /** Marks the level at a cell as having orders. */
    void use(final int cell) {
        final long[] all = used;
        all[cell >>> DIGIT & all.length - 1] |= 1L << cell;
    }

    /**
     * Updates the bit of a cell after orders have left it, and returns the prices of its page that have orders.
     *
     * @param emptied 1 if the level at the cell has no orders any more, else 0
     */
    long left(final int cell, final int emptied) {
        final long[] all = used;
        final int page = cell >>> DIGIT & all.length - 1;
        final long bits = all[page] & ~((long) emptied << cell);
        all[page] = bits;
        return bits;
    }

    /** Puts a level at a cell. */
    void make(final int cell, final int level) {
        level(cell, level);
        made[cell >>> DIGIT] |= 1L << cell;
    }

    /** Removes the level from a cell that has one, and returns it. */
    int unmake(final int cell) {
        final int level = level(cell);
        level(cell, PriceLevels.NO_LEVEL);
        made[cell >>> DIGIT] &= ~(1L << cell);
        return level;
    }

    /** A page without levels. */
    int take() {
        if (firstFree == NO_PAGE) {
            return unused();
        }
        final int page = firstFree;
        firstFree = (int) made[page];
        made[page] = 0;
        return page;
    }

    private int unused() {
        if (firstUnused == MOST_PAGES) {
            throw new IllegalStateException("there must be at most " + MOST_PAGES + " pages of prices with orders");
        }
        if (firstUnused == used.length) {
            used = Arrays.copyOf(used, firstUnused * 2);
            made = Arrays.copyOf(made, firstUnused * 2);
        }
        final int chunk = firstUnused << DIGIT >>> CHUNK_SHIFT;
        if (chunk >= CHUNKS_TOGETHER && (firstUnused << DIGIT & CHUNK_CELLS - 1) == 0) {
            addChunk(chunk);
        }
        return firstUnused++;
    }

    private void addChunk(final int index) {
        final int known = levels.length;
        if (index >= known) {
            levels = Arrays.copyOf(levels, index * 2);
            Arrays.fill(levels, known, levels.length, first);
        }
        levels[index] = new int[CHUNK_CELLS];
    }

    /** Gives a page without levels back. */
    void give(final int page) {
        made[page] = firstFree;
        firstFree = page;
    }

    /** A node without pages or children, which branches on a digit. */
    LadderNode takeNode(final int shift) {
        final LadderNode node;
        if (shift == DIGIT) {
            node = lowestCount > 0 ? lowest[--lowestCount] : LadderNode.lowest(shift);
        } else {
            node = higherCount > 0 ? higher[--higherCount] : LadderNode.higher();
            node.shift = shift;
        }
        return node;
    }

    /** Gives a node without pages and children back. */
    void give(final LadderNode node) {
        if (node.isLowest()) {
            lowest = lowestCount == lowest.length ? Arrays.copyOf(lowest, lowestCount * 2) : lowest;
            lowest[lowestCount++] = node;
        } else {
            higher = higherCount == higher.length ? Arrays.copyOf(higher, higherCount * 2) : higher;
            higher[higherCount++] = node;
        }
    }
}
