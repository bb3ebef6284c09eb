package io.daybook.perf.workload;

/**
 * The path of the market of a {@link MovingMarket}: its middle is a random walk without drift, whose logarithm has a
 * given deviation at the end.
 */
enum MarketPath {
    /** The market does not move. */
    STATIC(0, 1),

    /** The market goes some 2% up and down. */
    NORMAL(0.02, 16),

    /** The market goes some 25% up and down. */
    SWING_25(0.25, 4),

    /** The market goes some 40% up and down. */
    SWING_40(0.4, 45),

    /** The market goes some 60% up and down. */
    CRASH(0.6, 4);

    private static final int UNIFORMS = 12;

    private final double swing;
    private final long seed;

    /**
     * A path of the market.
     *
     * @param seed the seed of a walk that leaves a book with the depth and the number of prices that the public
     *     benchmark describes
     */
    MarketPath(final double swing, final long seed) {
        this.swing = swing;
        this.seed = seed;
    }

    /** The middle at each of this many steps, in ticks. */
    int[] middles(final int steps, final long startPrice) {
        final SplitMix64 random = new SplitMix64(seed);
        final double step = swing / Math.sqrt(steps);
        final int[] middles = new int[steps];
        double middle = startPrice;
        for (int i = 0; i < steps; i++) {
            middle *= 1 + step * normal(random);
            middles[i] = (int) Math.round(middle);
        }
        return middles;
    }

    /** Nearly a standard normal deviate, by arithmetic that is the same on each machine. */
    private static double normal(final SplitMix64 random) {
        double sum = -UNIFORMS / 2.0;
        for (int i = 0; i < UNIFORMS; i++) {
            sum += random.nextDouble();
        }
        return sum;
    }
}
