package io.daybook.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Objects;

/**
 * Converts decimal prices, sizes and amounts, as people write them, into the ticks, lots and minor units of a symbol,
 * and back. Inputs are never rounded: a number between two ticks, lots or minor units is refused. Immutable.
 *
 * <pre>{@code
 * Scale scale = new Scale(spec, 8, 2);                  // bitcoin has 8 decimals, the euro 2
 * long ticks = scale.ticks(new BigDecimal("57320.00")); // euros for a bitcoin
 * long lots = scale.lots(new BigDecimal("0.005"));      // bitcoins
 * }</pre>
 *
 * @param spec the symbol
 * @param baseDecimals decimals of the base currency: its minor unit is 10^−baseDecimals; 0 to 18
 * @param quoteDecimals decimals of the quote currency: its minor unit is 10^−quoteDecimals; 0 to 18
 */
public record Scale(SymbolSpec spec, int baseDecimals, int quoteDecimals) {
    private static final int MAX_DECIMALS = 18;

    /** The most digits of a price, size or amount on either side of the point. */
    private static final int MAX_DIGITS = 64;

    /** Checks the ranges. */
    public Scale {
        Objects.requireNonNull(spec, "spec");
        requireDecimals("baseDecimals", baseDecimals);
        requireDecimals("quoteDecimals", quoteDecimals);
    }

    /**
     * A price as ticks.
     *
     * @param price quote currency for one unit of the base currency, as people write it
     * @throws IllegalArgumentException if it is between two ticks, or does not fit
     */
    public long ticks(final BigDecimal price) {
        requireShort("price", price);
        final BigDecimal minorPerLot =
                price.scaleByPowerOfTen(quoteDecimals - baseDecimals).multiply(BigDecimal.valueOf(spec.lotSize()));
        return exact("price", price, minorPerLot, spec.tickValue());
    }

    /**
     * The price of a number of ticks: quote currency for one unit of the base currency. Rounded half even if its
     * decimals do not end.
     */
    public BigDecimal price(final long ticks) {
        final BigDecimal minorPerLot = new BigDecimal(
                BigInteger.valueOf(ticks).multiply(BigInteger.valueOf(spec.tickValue())), quoteDecimals - baseDecimals);
        return minorPerLot.divide(
                BigDecimal.valueOf(spec.lotSize()), MAX_DECIMALS + quoteDecimals, RoundingMode.HALF_EVEN);
    }

    /**
     * A size as lots.
     *
     * @param size units of the base currency, as people write it
     * @throws IllegalArgumentException if it is between two lots, or does not fit
     */
    public long lots(final BigDecimal size) {
        requireShort("size", size);
        return exact("size", size, size.scaleByPowerOfTen(baseDecimals), spec.lotSize());
    }

    /** The size of a number of lots, in units of the base currency. */
    public BigDecimal size(final long lots) {
        return new BigDecimal(BigInteger.valueOf(lots).multiply(BigInteger.valueOf(spec.lotSize())), baseDecimals);
    }

    /**
     * An amount of money as minor units.
     *
     * @param decimals of its currency, 0 to 18
     * @throws IllegalArgumentException if it is between two minor units, or does not fit
     */
    public static long minorUnits(final BigDecimal amount, final int decimals) {
        requireDecimals("decimals", decimals);
        requireShort("amount", amount);
        return exact("amount", amount, amount.scaleByPowerOfTen(decimals), 1);
    }

    /**
     * The amount of money of a number of minor units.
     *
     * @param decimals of its currency, 0 to 18
     */
    public static BigDecimal amount(final long minorUnits, final int decimals) {
        requireDecimals("decimals", decimals);
        return BigDecimal.valueOf(minorUnits, decimals);
    }

    /**
     * Refuses too many digits before any arithmetic: a few characters with a large exponent can mean millions of
     * digits.
     */
    private static void requireShort(final String what, final BigDecimal given) {
        final long wholeDigits = (long) given.precision() - given.scale();
        if (wholeDigits > MAX_DIGITS || given.scale() > MAX_DIGITS) {
            throw new IllegalArgumentException(what + " must fit in 64 bits, and have at most " + MAX_DIGITS
                    + " decimals: " + what + " has " + Math.max(wholeDigits, 0) + " digits before the point and "
                    + Math.max(given.scale(), 0) + " decimals");
        }
    }

    private static long exact(final String what, final BigDecimal given, final BigDecimal minor, final long step) {
        try {
            final BigDecimal[] parts = minor.divideAndRemainder(BigDecimal.valueOf(step));
            if (parts[1].signum() == 0) {
                return parts[0].longValueExact();
            }
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(what + " must fit in 64 bits: " + what + "=" + given, e);
        }
        throw new IllegalArgumentException(
                what + " must be a whole number of its steps of " + step + " minor units: " + what + "=" + given);
    }

    private static void requireDecimals(final String name, final int decimals) {
        if (decimals < 0 || decimals > MAX_DECIMALS) {
            throw new IllegalArgumentException(name + " must be 0 to " + MAX_DECIMALS + ": " + name + "=" + decimals);
        }
    }
}
