package io.daybook.api;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * A symbol for people: under a name, between two named currencies, in decimal steps of price and quantity. Every door,
 * the feed and the console use these decimals; the engine uses ticks and lots. Nothing is rounded. Immutable.
 *
 * <pre>{@code
 * Listing listing = Listing.pair("BTC-EUR", spec, new Currency("BTC", 1, 8), new Currency("EUR", 2, 2));
 * long ticks = listing.ticks(new BigDecimal("154000"));  // 15,400 if a tick is 10 euros
 * long lots = listing.lots(new BigDecimal("0.012"));     // 12 if a lot is 0.001 bitcoin
 * }</pre>
 *
 * @param name 1 to 32 letters, digits, dots, dashes, slashes and underscores
 * @param spec the symbol in the units of the engine
 * @param base the currency that a bid buys; its id is that of {@code spec}
 * @param quote the currency of prices; its id is that of {@code spec}
 * @param tick the step of prices in quote currency for one unit of base currency, at most 18 digits
 * @param lot the step of quantities in base currency, at most 18 digits
 */
public record Listing(String name, SymbolSpec spec, Currency base, Currency quote, BigDecimal tick, BigDecimal lot) {
    private static final int MAX_NAME_LENGTH = 32;
    /** The most digits of a step, and the most decimals of a currency. */
    public static final int MAX_STEP_DIGITS = 18;

    /** The most digits of a price or quantity on either side of the point. */
    private static final int MAX_DIGITS = 64;

    /**
     * A currency and its smallest unit.
     *
     * @param name 1 to 32 letters, digits, dots, dashes, slashes and underscores
     * @param id its number in the engine, ≥ 1
     * @param decimals its minor unit is 10^−decimals; 0 to 18
     */
    public record Currency(String name, int id, int decimals) {
        /** Checks the ranges. */
        public Currency {
            requireName("currency", name);
            if (id < 1) {
                throw new IllegalArgumentException("id of currency " + name + " must be at least 1: id=" + id);
            }
            if (decimals < 0 || decimals > MAX_STEP_DIGITS) {
                throw new IllegalArgumentException(
                        "decimals of currency " + name + " must be 0 to " + MAX_STEP_DIGITS + ": decimals=" + decimals);
            }
        }
    }

    /** Checks that the parts belong together, and that the steps of a pair match its specification. */
    public Listing {
        requireName("listing", name);
        Objects.requireNonNull(spec, "spec");
        requireCurrency(name, "base", base, spec.baseCurrency());
        requireCurrency(name, "quote", quote, spec.quoteCurrency());
        final String problem = spec.problem();
        if (problem != null) {
            throw new IllegalArgumentException("listing " + name + ": " + problem);
        }
        tick = step(name, "tick", tick);
        lot = step(name, "lot", lot);
        if (!spec.isFutures()) {
            requireEqual(name, "lot", lot, lotOf(spec, base));
            requireEqual(name, "tick", tick, tickOf(name, spec, base, quote));
        }
    }

    /**
     * A listing of an exchange pair, whose steps follow from its specification.
     *
     * @throws IllegalArgumentException if the tick is not a decimal of at most 18 digits
     */
    public static Listing pair(final String name, final SymbolSpec spec, final Currency base, final Currency quote) {
        if (spec.isFutures()) {
            throw new IllegalArgumentException("a listing of futures must state its steps: listing=" + name);
        }
        return new Listing(name, spec, base, quote, tickOf(name, spec, base, quote), lotOf(spec, base));
    }

    /** The number of the symbol in commands. */
    public int symbol() {
        return spec.symbol();
    }

    /**
     * A price as ticks.
     *
     * @throws IllegalArgumentException if it is between two ticks, or does not fit
     */
    public long ticks(final BigDecimal price) {
        return steps("price", price, tick);
    }

    /** The price of a number of ticks, with the decimals of a tick. */
    public BigDecimal price(final long ticks) {
        return tick.multiply(BigDecimal.valueOf(ticks));
    }

    /**
     * A quantity as lots.
     *
     * @throws IllegalArgumentException if it is between two lots, or does not fit
     */
    public long lots(final BigDecimal quantity) {
        return steps("quantity", quantity, lot);
    }

    /** The quantity of a number of lots, with the decimals of a lot. */
    public BigDecimal quantity(final long lots) {
        return lot.multiply(BigDecimal.valueOf(lots));
    }

    private static BigDecimal lotOf(final SymbolSpec spec, final Currency base) {
        return BigDecimal.valueOf(spec.lotSize()).movePointLeft(base.decimals());
    }

    private static BigDecimal tickOf(
            final String name, final SymbolSpec spec, final Currency base, final Currency quote) {
        final BigDecimal perUnit = BigDecimal.valueOf(spec.tickValue());
        try {
            return perUnit.divide(BigDecimal.valueOf(spec.lotSize()))
                    .scaleByPowerOfTen(base.decimals() - quote.decimals());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "tick of listing " + name + " must be a finite decimal: " + spec.tickValue() + " / "
                            + spec.lotSize() + " is not. Choose a lotSize whose prime factors are 2 and 5",
                    e);
        }
    }

    private static BigDecimal step(final String name, final String what, final BigDecimal given) {
        final BigDecimal bare = given.stripTrailingZeros();
        final long digits =
                bare.scale() >= 0 ? Math.max(bare.precision(), bare.scale()) : (long) bare.precision() - bare.scale();
        if (bare.signum() <= 0 || digits > MAX_STEP_DIGITS) {
            throw new IllegalArgumentException(what + " of listing " + name + " must be above 0 and have at most "
                    + MAX_STEP_DIGITS + " digits: " + what + "=" + shown(given));
        }
        return bare.scale() < 0 ? bare.setScale(0) : bare;
    }

    private static long steps(final String what, final BigDecimal given, final BigDecimal step) {
        // Checked before any arithmetic: a few characters with a large exponent can mean millions of digits.
        if ((long) given.precision() - given.scale() > MAX_DIGITS || given.scale() > MAX_DIGITS) {
            throw new IllegalArgumentException(what + " must fit in 64 bits: " + what + "=" + shown(given));
        }
        final BigDecimal[] parts = given.divideAndRemainder(step);
        if (parts[1].signum() != 0) {
            throw new IllegalArgumentException(
                    what + " must be a multiple of " + step.toPlainString() + ": " + what + "=" + given);
        }
        try {
            return parts[0].longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(what + " must fit in 64 bits: " + what + "=" + given, e);
        }
    }

    private static String shown(final BigDecimal number) {
        return number.precision() > MAX_DIGITS ? number.precision() + " digits" : number.toString();
    }

    private static void requireEqual(
            final String name, final String what, final BigDecimal given, final BigDecimal specified) {
        if (given.compareTo(specified) != 0) {
            throw new IllegalArgumentException(what + " of listing " + name + " must match its specification, "
                    + specified.toPlainString() + ": " + what + "=" + given.toPlainString());
        }
    }

    private static void requireCurrency(
            final String name, final String side, final Currency currency, final int specified) {
        if (currency.id() != specified) {
            throw new IllegalArgumentException(side + " of listing " + name + " must be the currency " + specified
                    + " of its specification: " + side + "=" + currency.name() + " with id " + currency.id());
        }
    }

    private static void requireName(final String what, final String name) {
        if (name.isEmpty()
                || name.length() > MAX_NAME_LENGTH
                || !name.chars()
                        .allMatch(c -> c >= '0' && c <= '9'
                                || c >= 'A' && c <= 'Z'
                                || c >= 'a' && c <= 'z'
                                || "._/-".indexOf(c) >= 0)) {
            throw new IllegalArgumentException("the name of a " + what + " must have 1 to " + MAX_NAME_LENGTH
                    + " letters, digits, dots, dashes, slashes and underscores: name=" + name);
        }
    }
}
