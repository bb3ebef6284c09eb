package io.daybook.kernel.money;

import java.math.BigInteger;

/**
 * An exact sum of 64-bit amounts and of products of two of them: a 128-bit two's complement accumulator. Additions
 * commute, so the order in which positions or accounts are visited does not matter. Used by one thread; reused, never
 * shared.
 */
public final class WideSum {
    private long high;
    private long low;

    /** Starts from an amount. */
    public WideSum set(final long amount) {
        low = amount;
        high = amount >> 63;
        return this;
    }

    /** Adds an amount. */
    public WideSum add(final long amount) {
        addWide(amount >> 63, amount);
        return this;
    }

    /** Subtracts an amount. */
    public WideSum subtract(final long amount) {
        final long borrow = Long.compareUnsigned(low, amount) < 0 ? 1 : 0;
        low -= amount;
        high -= (amount >> 63) + borrow;
        return this;
    }

    /** Adds a × b. */
    public WideSum addProduct(final long a, final long b) {
        addWide(Math.multiplyHigh(a, b), a * b);
        return this;
    }

    /** Adds another sum. */
    public WideSum add(final WideSum other) {
        addWide(other.high, other.low);
        return this;
    }

    /** −1, 0 or 1. */
    public int signum() {
        if (high < 0) {
            return -1;
        }
        return (high | low) == 0 ? 0 : 1;
    }

    /** Whether the sum is at least an amount. */
    public boolean isAtLeast(final long amount) {
        final long amountHigh = amount >> 63;
        return high != amountHigh ? high > amountHigh : Long.compareUnsigned(low, amount) >= 0;
    }

    /** Replaces the sum by an amount if that is smaller. */
    public WideSum clampTo(final long amount) {
        return isAtLeast(amount) ? set(amount) : this;
    }

    /** The sum, or the nearest end of the 64-bit range. */
    public long saturated() {
        if (high == low >> 63) {
            return low;
        }
        return high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /**
     * Adds a × b to a sum that lies in an array: its lower half, then its upper.
     *
     * @param place the place of the lower half
     */
    public static void addProduct(final long[] array, final int place, final long a, final long b) {
        final long product = a * b;
        final long low = array[place] + product;
        array[place] = low;
        array[place + 1] += Math.multiplyHigh(a, b) + (Long.compareUnsigned(low, product) < 0 ? 1 : 0);
    }

    /** Adds a sum that lies in another array. */
    public static void add(final long[] array, final int place, final long[] other, final int placeOfOther) {
        final long low = array[place] + other[placeOfOther];
        array[place] = low;
        array[place + 1] += other[placeOfOther + 1] + (Long.compareUnsigned(low, other[placeOfOther]) < 0 ? 1 : 0);
    }

    /** Writes a sum of at most 128 bits into an array, as {@link #addProduct(long[], int, long, long)} reads it. */
    public static void put(final long[] array, final int place, final BigInteger sum) {
        array[place] = sum.longValue();
        array[place + 1] = sum.shiftRight(Long.SIZE).longValue();
    }

    /** The sum that lies in an array. */
    public static BigInteger get(final long[] array, final int place) {
        final long low = array[place];
        final long high = array[place + 1];
        return high == low >> Long.SIZE - 1
                ? BigInteger.valueOf(low)
                : BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(new BigInteger(Long.toUnsignedString(low)));
    }

    private void addWide(final long otherHigh, final long otherLow) {
        low += otherLow;
        final long carry = Long.compareUnsigned(low, otherLow) < 0 ? 1 : 0;
        high += otherHigh + carry;
    }
}
