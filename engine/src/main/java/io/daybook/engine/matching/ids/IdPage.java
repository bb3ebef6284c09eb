package io.daybook.engine.matching.ids;

/** The handles of {@value OrderIds#PAGE_IDS} consecutive ids, for {@link OrderIds}. A page in the pool is empty. */
final class IdPage {
    final int[] handles = new int[OrderIds.PAGE_IDS];

    /** The first id divided by {@value OrderIds#PAGE_IDS}; negative only in the placeholder for empty slots. */
    long number;

    /** The number of live ids. */
    int live;
}
