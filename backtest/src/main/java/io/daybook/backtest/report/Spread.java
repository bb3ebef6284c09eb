package io.daybook.backtest.report;

/** Counts values: zeros, and values of each range from a power of two to the next. */
final class Spread {
    private final long[] counts = new long[Long.SIZE + 1];

    void add(final long value) {
        counts[Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, value))]++;
    }

    /** The number of values with this number of bits. */
    long count(final int bits) {
        return counts[bits];
    }

    /** The number of bits of the smallest value; 0 if there is none. */
    int leastBits() {
        for (int bits = 0; bits < counts.length; bits++) {
            if (counts[bits] > 0) {
                return bits;
            }
        }
        return 0;
    }

    /** The number of bits of the largest value; 0 if there is none. */
    int mostBits() {
        for (int bits = counts.length - 1; bits > 0; bits--) {
            if (counts[bits] > 0) {
                return bits;
            }
        }
        return 0;
    }
}
