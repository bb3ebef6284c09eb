package io.daybook.flow.market;

/**
 * Ranges of order ids: recorded orders have {@code first} plus their reference, aggressors count from
 * {@code firstTaker}; all other ids are those of outsiders.
 *
 * @param first the id of reference 0
 * @param end larger than the id of any recorded order
 * @param firstTaker the id of the first aggressor
 * @param endOfTakers larger than the id of any aggressor
 */
public record MarketIds(long first, long end, long firstTaker, long endOfTakers) {
    /** Returns the id of a recorded order. */
    long of(final long reference) {
        return first + reference;
    }

    /** Returns whether a recorded order may have an id. */
    boolean isPossible(final long id) {
        return id >= first && id < end;
    }

    /** Returns whether an id belongs to a recorded order or an aggressor. */
    public boolean isOfDay(final long id) {
        return isPossible(id) || id >= firstTaker && id < endOfTakers;
    }
}
