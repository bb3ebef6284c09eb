package io.daybook.trading.feature;

/** The distance of the best prices, in ticks. */
public final class Spread {
    private Spread() {}

    /** The spread, or {@link Feature#ABSENT}. */
    public static long of(final Top top) {
        return top.isWhole() ? top.askPrice() - top.bidPrice() : Feature.ABSENT;
    }
}
