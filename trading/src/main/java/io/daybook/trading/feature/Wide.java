package io.daybook.trading.feature;

/**
 * Products that may need 128 bits, because the limits of the exchange allow prices and sizes up to 2^40. The exchange's
 * own arithmetic is not part of a trading program, so this class repeats it. All numbers are ≥ 0. Nothing is allocated.
 * Any thread.
 */
public final class Wide {
    private static final int LONG_BITS = 64;

    private Wide() {}

    /**
     * ⌊value × part / whole⌋, exact; {@link Long#MAX_VALUE} if that does not fit.
     *
     * @param whole ≥ 1
     */
    public static long share(final long value, final long part, final long whole) {
        final long high = Math.multiplyHigh(value, part);
        final long low = value * part;
        if (high == 0 && low >= 0) {
            return low / whole;
        }
        if (high >= whole) {
            return Long.MAX_VALUE;
        }
        long rest = high;
        long quotient = 0;
        for (int bit = LONG_BITS - 1; bit >= 0; bit--) { // schoolbook division; rarely needed
            rest = rest << 1 | (low >>> bit & 1);
            quotient <<= 1;
            if (Long.compareUnsigned(rest, whole) >= 0) {
                rest -= whole;
                quotient |= 1;
            }
        }
        return quotient < 0 ? Long.MAX_VALUE : quotient;
    }

    /** Whether a × b ≤ c × d. */
    public static boolean isAtMost(final long a, final long b, final long c, final long d) {
        final long high = Math.multiplyHigh(a, b);
        final long otherHigh = Math.multiplyHigh(c, d);
        return high != otherHigh ? high < otherHigh : Long.compareUnsigned(a * b, c * d) <= 0;
    }
}
