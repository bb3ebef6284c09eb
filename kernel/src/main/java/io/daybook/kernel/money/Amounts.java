package io.daybook.kernel.money;

import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.SymbolSpec;

/**
 * All checked arithmetic on amounts, in one place. Every function is exact on 64-bit integers: a result that does not
 * fit is {@link #OVERFLOW} (which is not a valid amount, because amounts here are never negative) or, if documented, an
 * {@link ArithmeticException}. Stateless; any thread.
 */
public final class Amounts {

    /** The result of a computation that overflows 64 bits; as an argument it makes the result OVERFLOW too. */
    public static final long OVERFLOW = -1;

    private static final int LONG_BITS = 64;

    /** Two numbers below 2^31 have a product that fits. */
    private static final int SMALL_BITS = 31;

    private Amounts() {}

    /** a × b, or {@link #OVERFLOW}; both ≥ 0 or OVERFLOW. */
    public static long product(final long a, final long b) {
        if (areSmall(a | b)) { // nearly always true, and then no upper half need be computed
            return a * b;
        }
        final long low = a * b;
        if ((a | b) < 0 || Math.multiplyHigh(a, b) != 0 || low < 0) {
            return OVERFLOW;
        }
        return low;
    }

    /**
     * Whether numbers, given as all their bits together, are from 0 to 2^31 − 1, so that no product of two of them can
     * overflow.
     */
    public static boolean areSmall(final long bits) {
        return bits >>> SMALL_BITS == 0;
    }

    /** a + b, or {@link #OVERFLOW}; both ≥ 0 or OVERFLOW. */
    public static long sum(final long a, final long b) {
        final long total = a + b;
        return (a | b | total) < 0 ? OVERFLOW : total;
    }

    /** a × b, or {@link Long#MAX_VALUE} if that does not fit; both ≥ 0. For comparisons with much smaller limits. */
    public static long saturatedProduct(final long a, final long b) {
        final long exact = product(a, b);
        return exact == OVERFLOW ? Long.MAX_VALUE : exact;
    }

    /** a × b ≥ c × d, for products of any size; all ≥ 0. */
    public static boolean isProductAtLeast(final long a, final long b, final long c, final long d) {
        final long high = Math.multiplyHigh(a, b);
        final long otherHigh = Math.multiplyHigh(c, d);
        return high != otherHigh ? high > otherHigh : Long.compareUnsigned(a * b, c * d) >= 0;
    }

    /** size × price × tickValue in quote minor units, or {@link #OVERFLOW}; size ≥ 0, the others ≥ 1. */
    public static long notional(final long size, final long price, final long tickValue) {
        return product(product(size, price), tickValue);
    }

    /**
     * ⌊notional × ppm / 1,000,000⌋, or {@link #OVERFLOW} if the notional is. The product of the two may need more than
     * 64 bits although the fee does not, so the notional is split into whole millions and a remainder; neither part can
     * overflow.
     *
     * @param ppm parts per million, 0 to 1,000,000
     */
    public static long proportionalFee(final long notional, final long ppm) {
        if (notional == OVERFLOW) {
            return OVERFLOW;
        }
        final long millions = notional / Limits.FEE_SCALE;
        final long rest = notional - millions * Limits.FEE_SCALE;
        return millions * ppm + rest * ppm / Limits.FEE_SCALE;
    }

    /**
     * The fee on lots with a notional, or {@link #OVERFLOW}: per lot, or in parts per million of the notional, rounded
     * down.
     */
    public static long fee(final boolean proportional, final long lots, final long notional, final long rate) {
        return proportional ? proportionalFee(notional, rate) : product(lots, rate);
    }

    /**
     * The hold of a bid of an exchange pair with some lots left, in quote minor units, or {@link #OVERFLOW}: notional +
     * taker's fee at the reserve price.
     */
    public static long bidHold(
            final boolean proportional,
            final long takerFee,
            final long tickValue,
            final long lots,
            final long reservePrice) {
        final long notional = notional(lots, reservePrice, tickValue);
        return sum(notional, fee(proportional, lots, notional, takerFee));
    }

    /**
     * The hold of a bid with a budget, in quote minor units, or {@link #OVERFLOW}: the budget and the taker's fee on
     * it.
     */
    public static long budgetHold(
            final boolean proportional, final long takerFee, final long tickValue, final long lots, final long budget) {
        final long notional = product(budget, tickValue);
        return sum(notional, fee(proportional, lots, notional, takerFee));
    }

    /**
     * The hold of a live order: H(r) of the contract, in minor units of {@link #holdCurrency}. An accepted order never
     * gives {@link #OVERFLOW}.
     *
     * @param spec the symbol
     * @param bid whether the order is a bid
     * @param reservePrice the order's reserve price in ticks (bids of pairs; else ignored)
     * @param lots how many are left
     */
    public static long hold(final SymbolSpec spec, final boolean bid, final long reservePrice, final long lots) {
        if (spec.isFutures()) {
            return product(lots, spec.takerFee());
        }
        if (bid) {
            return bidHold(
                    spec.feeType() == FeeType.PROPORTIONAL, spec.takerFee(), spec.tickValue(), lots, reservePrice);
        }
        return product(lots, spec.lotSize());
    }

    /** The currency in which {@link #hold} is reserved: base for asks of pairs, else quote. */
    public static int holdCurrency(final SymbolSpec spec, final boolean bid) {
        return bid || spec.isFutures() ? spec.quoteCurrency() : spec.baseCurrency();
    }

    /**
     * The lowest price, in ticks, at which the proceeds of an ask cover its taker's fee: price × tickValue ≥ takerFee.
     * 0 for futures and proportional fees, to which the rule does not apply.
     */
    public static long lowestCoveredAsk(final SymbolSpec spec) {
        if (spec.isFutures() || spec.feeType() == FeeType.PROPORTIONAL || spec.takerFee() == 0) {
            return 0;
        }
        return (spec.takerFee() - 1) / spec.tickValue() + 1;
    }

    /**
     * ⌊sum × part / whole⌋, exact although the product may need 128 bits: the cost of the part of a position that is
     * closed.
     *
     * @param sum ≥ 0
     * @param part 0 to {@code whole}
     * @param whole ≥ 1
     */
    public static long share(final long sum, final long part, final long whole) {
        if (part == whole) {
            return sum;
        }
        final long low = sum * part;
        final long high = Math.multiplyHigh(sum, part);
        if (high == 0 && low >= 0) {
            return low / whole;
        }
        return longDivision(high, low, whole);
    }

    /**
     * Schoolbook division, bit by bit, of a 128-bit dividend whose quotient is known to fit; rarely needed, so kept
     * simple.
     */
    private static long longDivision(final long high, final long low, final long divisor) {
        long rest = high;
        long quotient = 0;
        for (int bit = LONG_BITS - 1; bit >= 0; bit--) {
            rest = rest << 1 | (low >>> bit & 1);
            quotient <<= 1;
            if (Long.compareUnsigned(rest, divisor) >= 0) {
                rest -= divisor;
                quotient |= 1;
            }
        }
        return quotient;
    }
}
