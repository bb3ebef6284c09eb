package io.daybook.engine.matching.levels;

import java.util.Arrays;

/**
 * A node of {@link LadderLevels}, which branches on a digit of the key: a lowest node has a page for each digit, any
 * other node a child node.
 */
final class LadderNode {
    /** The bits of a digit. */
    static final int DIGIT = 6;

    /** The number of values of a digit, and of prices in a page. */
    static final int WIDTH = 1 << DIGIT;

    private static final LadderNode[] NO_CHILDREN = {};
    private static final int[] NO_PAGES = {};

    /** The placeholder for a missing node: a node without pages. */
    static final LadderNode EMPTY = lowest(0);

    /** The lowest bit of the digit that the node branches on. */
    int shift;

    /** A bit for each digit whose page or child has levels. */
    long used;

    /** The page of each digit, or {@link LadderPages#NO_PAGE}; in the lowest nodes only. */
    final int[] pages;

    /** The node below for each digit, or {@link #EMPTY}; in all nodes but the lowest. */
    final LadderNode[] children;

    private LadderNode(final int shift, final int[] pages, final LadderNode[] children) {
        this.shift = shift;
        this.pages = pages;
        this.children = children;
    }

    static LadderNode lowest(final int shift) {
        return new LadderNode(shift, new int[WIDTH], NO_CHILDREN);
    }

    static LadderNode higher() {
        final LadderNode node = new LadderNode(0, NO_PAGES, new LadderNode[WIDTH]);
        Arrays.fill(node.children, EMPTY);
        return node;
    }

    boolean isLowest() {
        return children.length == 0;
    }
}
