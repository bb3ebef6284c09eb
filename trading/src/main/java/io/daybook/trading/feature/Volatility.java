package io.daybook.trading.feature;

/**
 * How far the fair price moves from one change to the next: the moving average of its absolute changes, in which the
 * newest weighs 1/32, in 1/1,000 ticks.
 */
public final class Volatility implements Feature {
    private static final int WEIGHT_BITS = 5;
    private static final int FRACTION_BITS = 8;

    private long last = ABSENT;

    /** The mean, with some bits of a fraction, so that small changes are not lost. */
    private long mean = ABSENT;

    Volatility() {}

    @Override
    public void onTrade(final Top top, final long size, final int takerSide, final long nowNs) {}

    @Override
    public void onGroup(final Top top, final long nowNs) {
        final long fair = FairPrice.of(top);
        if (fair == ABSENT || fair == last) {
            return;
        }
        if (last != ABSENT) {
            final long change = Math.multiplyExact(Math.abs(fair - last), 1L << FRACTION_BITS);
            mean = mean == ABSENT ? change : mean + (change - mean >> WEIGHT_BITS);
        }
        last = fair;
    }

    @Override
    public void reset() {
        last = ABSENT;
        mean = ABSENT;
    }

    @Override
    public long value(final long nowNs) {
        return mean == ABSENT ? ABSENT : mean >> FRACTION_BITS;
    }
}
