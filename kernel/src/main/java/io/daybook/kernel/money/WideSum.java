package io.daybook.kernel.money;

/**
 * An exact sum of 64-bit amounts and of products of two of them: a 128-bit two's complement accumulator. Additions
 * commute, so the order in which positions or accounts are visited cannot matter. Used by one thread; reused, never
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

    /** The smaller of the sum and an amount becomes the sum. */
    public WideSum clampTo(final long amount) {
        return isAtLeast(amount) ? set(amount) : this;
    }

    /** The sum, or the end of the 64-bit range that is nearest to it. */
    public long saturated() {
        if (high == low >> 63) {
            return low;
        }
        return high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private void addWide(final long otherHigh, final long otherLow) {
        low += otherLow;
        final long carry = Long.compareUnsigned(low, otherLow) < 0 ? 1 : 0;
        high += otherHigh + carry;
    }
}
