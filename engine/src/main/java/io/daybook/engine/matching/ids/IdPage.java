package io.daybook.engine.matching.ids;

/**
 * The handles of {@value OrderIds#PAGE_IDS} ids in a row, for {@link OrderIds}; empty again when it goes to the pool.
 */
final class IdPage {
    final int[] handles = new int[OrderIds.PAGE_IDS];

    /** Which ids: the number of the first, divided by {@value OrderIds#PAGE_IDS}; no id has a negative one. */
    long number;

    /** The number of live ids. */
    int live;
}
