package io.daybook.server.api;

import io.daybook.api.Listing;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/** Converts decimals of requests to ticks, lots and minor units, exactly or with a refusal, and converts them back. */
public final class Decimals {
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,18}(\\.\\d{1,18})?");
    private static final int AVERAGE_DECIMALS = 8;

    private Decimals() {}

    /** A price above 0. */
    static long ticks(final Listing listing, final String key, final String text) {
        return steps(key, text, listing.tick());
    }

    /** A distance between prices, which may be 0. */
    static long distance(final Listing listing, final String key, final String text) {
        return text.matches("0{1,18}(\\.0{1,18})?") ? 0 : ticks(listing, key, text);
    }

    /** A size above 0. */
    static long lots(final Listing listing, final String key, final String text) {
        return steps(key, text, listing.lot());
    }

    /** An amount above 0 in minor units. */
    static long minorUnits(final Listing.Currency currency, final String key, final String text) {
        return steps(key, text, BigDecimal.ONE.movePointLeft(currency.decimals()));
    }

    private static long steps(final String key, final String text, final BigDecimal step) {
        if (!DECIMAL.matcher(text).matches()) {
            throw Problem.badForm(
                    "/" + key,
                    key + " must be digits, with or without a point between them, at most 18 on each side, such as"
                            + " \"0.25\"");
        }
        final BigDecimal given = new BigDecimal(text);
        final BigDecimal[] parts = given.divideAndRemainder(step);
        final BigDecimal below = parts[0].setScale(0, RoundingMode.UNNECESSARY).multiply(step);
        if (parts[1].signum() != 0 || given.signum() == 0) {
            throw Problem.of(
                            ProblemCode.BAD_DECIMAL,
                            key + " must be a multiple of " + step.toPlainString() + " above 0: the nearest are "
                                    + (below.signum() == 0 ? "" : below.toPlainString() + " and ")
                                    + below.add(step).toPlainString())
                    .with("pointer", "/" + key);
        }
        try {
            return parts[0].longValueExact();
        } catch (ArithmeticException e) {
            throw Problem.of(ProblemCode.BAD_DECIMAL, key + " must fit in 64 bits, in steps of " + step.toPlainString())
                    .with("pointer", "/" + key);
        }
    }

    /** A price of ticks, with the decimals of a tick. */
    public static String price(final Listing listing, final long ticks) {
        return listing.price(ticks).toPlainString();
    }

    /** A size of lots, with the decimals of a lot. */
    public static String size(final Listing listing, final long lots) {
        return listing.quantity(lots).toPlainString();
    }

    /** An amount, with the decimals of its currency. */
    public static String amount(final Listing.Currency currency, final long minorUnits) {
        return BigDecimal.valueOf(minorUnits, currency.decimals()).toPlainString();
    }

    /** The average price, rounded half even to 8 decimals, or to the decimals of a tick if these are more. */
    public static String average(final Listing listing, final BigInteger notional, final long lots) {
        final int scale = Math.max(AVERAGE_DECIMALS, listing.tick().scale());
        final BigDecimal average = new BigDecimal(notional)
                .multiply(listing.tick())
                .divide(BigDecimal.valueOf(lots), scale, RoundingMode.HALF_EVEN)
                .stripTrailingZeros();
        return average.setScale(Math.max(average.scale(), listing.tick().scale()), RoundingMode.UNNECESSARY)
                .toPlainString();
    }

    /** An amount of ticks times lots, in quote currency. */
    public static String money(final Listing listing, final BigInteger notional) {
        return new BigDecimal(
                        notional.multiply(BigInteger.valueOf(listing.spec().tickValue())),
                        listing.quote().decimals())
                .toPlainString();
    }
}
