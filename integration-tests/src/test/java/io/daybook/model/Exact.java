package io.daybook.model;

import java.math.BigInteger;

/** The arithmetic and the limits that the rules share. */
public final class Exact {
    public static final long MAX_SIZE = 1L << 40;
    public static final long MAX_PRICE = 1L << 40;
    public static final long MAX_BUDGET = 1L << 62;
    public static final int MAX_LOOK = 4_096;
    public static final int MAX_LIVE_ORDERS = 16_384;
    public static final int MAX_TRAILING = 4_096;
    public static final int MAX_TRAILING_OF_USER = 64;
    public static final long MAX_ADJUSTMENT = 1L << 53;
    public static final BigInteger MAX_DEPOSITED_BALANCE = BigInteger.TWO.pow(60);
    public static final BigInteger MAX_TOTAL = BigInteger.TWO.pow(62);

    private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);

    private Exact() {}

    /** A number without the limits of a 64-bit type. */
    public static BigInteger big(final long value) {
        return BigInteger.valueOf(value);
    }

    /** The exact product. */
    public static BigInteger product(final long first, final long... others) {
        BigInteger product = big(first);
        for (final long factor : others) {
            product = product.multiply(big(factor));
        }
        return product;
    }

    /** The quotient of two numbers above 0, rounded up. */
    static long ceiling(final long value, final long divisor) {
        return value / divisor + (value % divisor > 0 ? 1 : 0);
    }

    /** Whether the value is a 64-bit signed integer. */
    public static boolean fits(final BigInteger value) {
        return value.bitLength() <= 63;
    }

    /** The value as reports show it: the nearest 64-bit integer. */
    public static long saturated(final BigInteger value) {
        return value.min(MAX_LONG).max(MIN_LONG).longValueExact();
    }

    /**
     * The value itself, if an exchange of 64 bits can keep it.
     *
     * @throws CapacityExceeded if the contract lets the exchange halt
     */
    static BigInteger kept(final BigInteger value) {
        if (!fits(value)) {
            throw new CapacityExceeded("an amount does not fit into 64 bits: " + value);
        }
        return value;
    }
}
