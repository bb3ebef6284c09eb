package io.daybook.flow.market;

/**
 * Ranges of order ids: recorded orders have {@code first} plus their reference, aggressors count from
 * {@code firstTaker}; all other ids are those of outsiders.
 *
 * @param first the id of reference 0
 * @param end no recorded order has this id or a larger one
 * @param firstTaker the id of the first aggressor
 * @param endOfTakers larger than the id of any aggressor
 */
public record MarketIds(long first, long end, long firstTaker, long endOfTakers) {
    /** The id of a recorded order. */
    long of(final long reference) {
        return first + reference;
    }

    /** Whether a recorded order may have an id. */
    boolean isPossible(final long id) {
        return id >= first && id < end;
    }

    /** Whether an id is that of a recorded order or of an aggressor. */
    public boolean isOfDay(final long id) {
        return isPossible(id) || id >= firstTaker && id < endOfTakers;
    }
}
