package io.daybook.model.generate;

import java.util.List;
import java.util.SplittableRandom;

/** The one source of chance of a scenario. */
final class Dice {
    /** Values at the limits of 64 bits, or of the contract. */
    private static final long[] EDGES = {
        0,
        -1,
        1,
        2,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        Long.MAX_VALUE,
        Long.MAX_VALUE - 1,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 31,
        1L << 32,
        (1L << 40) - 1,
        1L << 40,
        (1L << 40) + 1,
        (1L << 53) - 1,
        1L << 53,
        (1L << 53) + 1,
        -(1L << 53),
        -(1L << 53) - 1,
        1L << 60,
        (1L << 60) + 1,
        1L << 61,
        (1L << 62) - 1,
        1L << 62,
        (1L << 62) + 1,
        3037000500L,
        1844674407370955161L,
        9223372036854776L
    };

    private final SplittableRandom random;

    Dice(final long seed) {
        this.random = new SplittableRandom(seed);
    }

    boolean chance(final double probability) {
        return random.nextDouble() < probability;
    }

    /** A number between two others, both included. */
    long between(final long low, final long high) {
        return low >= high ? low : random.nextLong(low, high + 1);
    }

    int below(final int bound) {
        return random.nextInt(bound);
    }

    <T> T of(final List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    long of(final long... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** The index of a weight, drawn in proportion to the weights. */
    int weighted(final int... weights) {
        int total = 0;
        for (final int weight : weights) {
            total += weight;
        }
        int left = random.nextInt(total);
        int index = 0;
        while (left >= weights[index]) {
            left -= weights[index++];
        }
        return index;
    }

    long edge() {
        return of(EDGES);
    }

    int edgeId() {
        return (int) of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 999_999);
    }
}
