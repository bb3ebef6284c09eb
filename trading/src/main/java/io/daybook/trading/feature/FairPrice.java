package io.daybook.trading.feature;

/**
 * The mean of the best prices, each weighted with the lots on the other side: many lots at the bid suggest that the
 * price will rise. In 1/1,000 ticks, rounded down.
 */
public final class FairPrice {
    private static final long PER_TICK = 1_000;

    /** Prices from here on overflow 64 bits. */
    private static final long MOST = Long.MAX_VALUE / PER_TICK / 2;

    private FairPrice() {}

    /** The fair price, or {@link Feature#ABSENT}, also if it overflows 64 bits. */
    public static long of(final Top top) {
        return top.fairPrice();
    }

    static long compute(final Top top) {
        if (!top.isWhole()) {
            return Feature.ABSENT;
        }
        // lower + (higher − lower) × the weight of higher / (bidSize + askSize) is the weighted
        // mean, with small factors
        final boolean isCrossed = top.askPrice() < top.bidPrice();
        final long lower = isCrossed ? top.askPrice() : top.bidPrice();
        final long higher = isCrossed ? top.bidPrice() : top.askPrice();
        final long lots = top.bidSize() + top.askSize();
        if (lots < 0 || lower <= -MOST || higher >= MOST) {
            return Feature.ABSENT;
        }
        final long weight = isCrossed ? top.askSize() : top.bidSize();
        return lower * PER_TICK + Wide.share((higher - lower) * PER_TICK, weight, lots);
    }
}
