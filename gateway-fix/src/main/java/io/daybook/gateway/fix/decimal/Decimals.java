package io.daybook.gateway.fix.decimal;

import io.daybook.api.Listing;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The decimals of a listing: prices in ticks, quantities in lots, amounts in minor units of the quote currency.
 * Immutable.
 *
 * <pre>{@code
 * long ticks = decimals.price().steps("154000"); // 15,400 if a tick is 10 euros
 * if (ticks < 0) {
 *     refuse(decimals.price().refusal("154005")); // price is not a multiple of 10: 154005, the nearest are …
 * }
 * }</pre>
 */
public final class Decimals {
    /** How many more decimals than a tick an average may have. */
    public static final int AVERAGE_DECIMALS = 8;

    private final Listing listing;
    private final DecimalStep price;
    private final DecimalStep quantity;

    /** Creates the decimals of a listing. */
    public Decimals(final Listing listing) {
        this.listing = listing;
        this.price = new DecimalStep("price", listing.tick());
        this.quantity = new DecimalStep("quantity", listing.lot());
    }

    /** The listing of these decimals. */
    public Listing listing() {
        return listing;
    }

    /** The step of prices (44, 99, 31, 270). */
    public DecimalStep price() {
        return price;
    }

    /** The step of quantities (38, 32, 14, 151, 271). */
    public DecimalStep quantity() {
        return quantity;
    }

    /**
     * An average price (6): the exact quotient, rounded half up to {@link #AVERAGE_DECIMALS} more decimals than a tick
     * has; zeros after the decimals of a tick are left out.
     *
     * @param high upper 64 bits of Σ ticks × lots, which is ≥ 0
     * @param low lower 64 bits
     * @param lots Σ lots; 0 gives 0
     */
    public String average(final long high, final long low, final long lots) {
        if (lots == 0) {
            return price.text(0);
        }
        if (high == 0 && low >= 0 && low % lots == 0) {
            return price.text(low / lots); // usually because all trades had one price
        }
        final BigInteger lower = BigInteger.valueOf(low >>> 1).shiftLeft(1).or(BigInteger.valueOf(low & 1));
        return average(
                listing.tick(), BigInteger.valueOf(high).shiftLeft(Long.SIZE).or(lower), lots);
    }

    /** Minor units of the quote currency as an amount (12), with its decimals. */
    public String fee(final long minorUnits) {
        return amount(minorUnits, listing.quote().decimals());
    }

    /**
     * Minor units of a currency as an amount, with its decimals.
     *
     * @param decimals the decimals of the currency, 0 to 18
     */
    public static String amount(final long minorUnits, final int decimals) {
        return BigDecimal.valueOf(minorUnits, decimals).toPlainString();
    }

    private static String average(final BigDecimal step, final BigInteger sum, final long weight) {
        final int least = Math.max(step.scale(), 0);
        final BigDecimal rounded = step.multiply(new BigDecimal(sum))
                .divide(BigDecimal.valueOf(weight), least + AVERAGE_DECIMALS, RoundingMode.HALF_UP);
        final BigDecimal bare = rounded.stripTrailingZeros();
        return (bare.scale() < least ? bare.setScale(least) : bare).toPlainString();
    }
}
