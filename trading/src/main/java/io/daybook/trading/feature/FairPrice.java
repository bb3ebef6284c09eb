package io.daybook.trading.feature;

/**
 * The mean of the best prices, each weighted with the lots on the other side: many lots at the bid say that the price
 * will rise. In 1/1,000 ticks, rounded down.
 */
public final class FairPrice {
    private static final long PER_TICK = 1_000;

    private FairPrice() {}

    /** The fair price, or {@link Feature#ABSENT}. */
    public static long of(final Top top) {
        if (!top.isWhole()) {
            return Feature.ABSENT;
        }
        // bid + (ask − bid) × bidSize / (bidSize + askSize): the same, with small factors
        final long spread = Math.multiplyExact(top.askPrice() - top.bidPrice(), PER_TICK);
        final long weighted = Math.multiplyExact(spread, top.bidSize());
        return top.bidPrice() * PER_TICK + Math.floorDiv(weighted, top.bidSize() + top.askSize());
    }
}
