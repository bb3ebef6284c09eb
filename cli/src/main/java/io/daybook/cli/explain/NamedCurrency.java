package io.daybook.cli.explain;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Currencies with names, so that people need not remember numbers. The numbers are those of ISO 4217 if they exist,
 * otherwise Daybook's own from 1001 on. The engine has only numbers and minor units.
 */
public enum NamedCurrency {
    USD(840, 2, "USD cents"),
    EUR(978, 2, "EUR cents"),
    GBP(826, 2, "pence"),
    CHF(756, 2, "CHF rappen"),
    JPY(392, 0, "JPY"),
    XAU(959, 4, "ten-thousandths of XAU"),
    BTC(1001, 8, "satoshi"),
    ETH(1002, 9, "gwei");

    private final int number;
    private final int decimals;
    private final String minorUnits;

    NamedCurrency(final int number, final int decimals, final String minorUnits) {
        this.number = number;
        this.decimals = decimals;
        this.minorUnits = minorUnits;
    }

    /** The number in commands. */
    public int number() {
        return number;
    }

    /** The number of decimals of a minor unit. */
    public int decimals() {
        return decimals;
    }

    /** Returns the currency with a name, in any case, or null. */
    public static @Nullable NamedCurrency named(final String name) {
        for (final NamedCurrency currency : values()) {
            if (currency.name().equals(name.toUpperCase(Locale.ROOT))) {
                return currency;
            }
        }
        return null;
    }

    /** Returns the currency with a number, or null. */
    static @Nullable NamedCurrency numbered(final int number) {
        for (final NamedCurrency currency : values()) {
            if (currency.number == number) {
                return currency;
            }
        }
        return null;
    }

    /** Returns a currency in words: {@code USD}, or {@code currency 20}. */
    public static String text(final int number) {
        final NamedCurrency named = numbered(number);
        return named == null ? "currency " + number : named.name();
    }

    /**
     * Returns an amount in minor units and its meaning: {@code 1,234 USD cents (12.34 USD)}, or {@code 1,234 of
     * currency 20}.
     */
    public static String minorUnits(final long amount, final int number) {
        final NamedCurrency named = numbered(number);
        if (named == null) {
            return amount(amount, number);
        }
        return String.format(
                Locale.ROOT,
                "%,d %s (%s %s)",
                amount,
                named.minorUnits,
                BigDecimal.valueOf(amount, named.decimals).toPlainString(),
                named.name());
    }

    /** Returns an amount in words: {@code 1,234 (12.34 USD)}, or {@code 1,234 of currency 20}. */
    public static String amount(final long minorUnits, final int number) {
        final NamedCurrency named = numbered(number);
        final String units = String.format(Locale.ROOT, "%,d", minorUnits);
        return named == null
                ? units + " of currency " + number
                : units + " (" + BigDecimal.valueOf(minorUnits, named.decimals).toPlainString() + " " + named.name()
                        + ")";
    }
}
