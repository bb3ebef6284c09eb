package io.daybook.perf.workload;

/** The distribution of resting orders and commands over the symbols of a workload. */
public enum SymbolWeights {
    /** Equal weights. */
    EQUAL,

    /** Independent draws from a Pareto distribution of shape 1.5: a few symbols are many times as busy as most. */
    PARETO,

    /** Symbol n has the weight 1/n. */
    ZIPF;

    private static final double PARETO_EXPONENT = -1 / 1.5;
    private static final int PARETO_UNIT = 1 << 10;
    private static final long ZIPF_UNIT = 1L << 30;

    /** One weight per symbol, each ≥ 1. */
    long[] draw(final int symbols, final SplitMix64 random) {
        final long[] weights = new long[symbols];
        for (int i = 0; i < symbols; i++) {
            weights[i] = switch (this) {
                case EQUAL -> 1;
                case PARETO -> (long) (PARETO_UNIT * StrictMath.pow(1 - random.nextDouble(), PARETO_EXPONENT));
                case ZIPF -> ZIPF_UNIT / (i + 1);
            };
        }
        return weights;
    }

    /** Splits {@code total} in proportion to the weights; the parts are whole and sum to it exactly. */
    static int[] apportion(final int total, final long[] weights) {
        long sum = 0;
        for (long weight : weights) {
            sum = Math.addExact(sum, weight);
        }
        final int[] parts = new int[weights.length];
        long cumulative = 0;
        long given = 0;
        for (int i = 0; i < parts.length; i++) {
            cumulative += weights[i];
            final long upTo = Math.multiplyExact(cumulative, (long) total) / sum;
            parts[i] = (int) (upTo - given);
            given = upTo;
        }
        return parts;
    }

    /** Every index i {@code counts[i]} times, in random order. */
    static int[] shuffle(final int[] counts, final int total, final SplitMix64 random) {
        final int[] order = new int[total];
        int at = 0;
        for (int i = 0; i < counts.length; i++) {
            for (int n = 0; n < counts[i]; n++) {
                order[at++] = i;
            }
        }
        if (counts.length == 1) return order;
        for (int i = total - 1; i > 0; i--) {
            final int j = random.nextInt(i + 1);
            final int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        return order;
    }
}
