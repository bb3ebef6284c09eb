package io.daybook.engine.matching.levels;

import java.util.Arrays;

/**
 * A node of {@link LadderLevels}: a page, which has the levels of {@value #WIDTH} consecutive prices, or an inner node
 * with as many nodes below it. Empty again when it goes to the pool.
 */
public final class LadderNode {
    static final int WIDTH = 64;
    private static final int DIGIT = 6;

    private static final int[] NO_LEVELS = {};
    private static final LadderNode[] NO_CHILDREN = {};

    /** The placeholder for a missing node: a page without levels. */
    static final LadderNode EMPTY = new LadderNode(new int[WIDTH], NO_CHILDREN);

    /** The lowest bit of the digit that it branches on; 0 of a page. */
    int shift;

    /** A bit for each price with orders, or for each child that is not {@link #EMPTY}. */
    long used;

    /** In a page, a bit for each price that has had orders since the page was made. */
    long made;

    /** In a page, its number in the pool. */
    private int number;

    /** In a page, the level of each price, or {@link PriceLevels#NO_LEVEL}. */
    final int[] levels;

    /** In any other node, the node below for each digit. */
    final LadderNode[] children;

    private LadderNode(final int[] levels, final LadderNode[] children) {
        this.levels = levels;
        this.children = children;
    }

    /** The place of a price of a page: the number of the page, and its digit. */
    int where(final int digit) {
        return number * WIDTH + digit;
    }

    /** All pages by number, and the nodes that no side uses at the moment, for all books of one thread. */
    public static final class Pool {
        private LadderNode[] numbered = new LadderNode[16];
        private int made;
        private LadderNode[] pages = new LadderNode[16];
        private int pageCount;
        private LadderNode[] others = new LadderNode[16];
        private int otherCount;

        LadderNode takePage() {
            return pageCount > 0 ? pages[--pageCount] : newPage();
        }

        private LadderNode newPage() {
            final LadderNode page = new LadderNode(new int[WIDTH], NO_CHILDREN);
            page.number = made;
            numbered = made == numbered.length ? Arrays.copyOf(numbered, made * 2) : numbered;
            numbered[made++] = page;
            return page;
        }

        /** Forgets every node. */
        public void clear() {
            Arrays.fill(numbered, null);
            Arrays.fill(pages, null);
            made = 0;
            pageCount = 0;
        }

        /** The page of a {@link #where}. */
        LadderNode pageOf(final int where) {
            return numbered[where >>> DIGIT];
        }

        /** A node above pages, which branches on a digit. */
        LadderNode takeOther(final int shift) {
            final LadderNode node = otherCount > 0 ? others[--otherCount] : newOther();
            node.shift = shift;
            return node;
        }

        private static LadderNode newOther() {
            final LadderNode node = new LadderNode(NO_LEVELS, new LadderNode[WIDTH]);
            Arrays.fill(node.children, EMPTY);
            return node;
        }

        /** Gives an empty node back. */
        void give(final LadderNode node) {
            if (node.children.length == 0) {
                pages = pageCount == pages.length ? Arrays.copyOf(pages, pageCount * 2) : pages;
                pages[pageCount++] = node;
            } else {
                others = otherCount == others.length ? Arrays.copyOf(others, otherCount * 2) : others;
                others[otherCount++] = node;
            }
        }
    }
}
