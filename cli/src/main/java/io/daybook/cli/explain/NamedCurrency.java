package io.daybook.cli.explain;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Currencies with names, so that people need not remember numbers: those of ISO 4217 where there is one, and from 1001 on our
 * own. The engine knows numbers and minor units only.
 */
public enum NamedCurrency {
    USD(840, 2),
    EUR(978, 2),
    GBP(826, 2),
    CHF(756, 2),
    JPY(392, 0),
    XAU(959, 4),
    BTC(1001, 8),
    ETH(1002, 9);

    private final int number;
    private final int decimals;

    NamedCurrency(final int number, final int decimals) {
        this.number = number;
        this.decimals = decimals;
    }

    /** The number that stands in commands. */
    public int number() {
        return number;
    }

    /** How many decimals one minor unit is away from the unit. */
    public int decimals() {
        return decimals;
    }

    /** The currency with a name, in any case, or null. */
    public static @Nullable NamedCurrency named(final String name) {
        for (final NamedCurrency currency : values()) {
            if (currency.name().equals(name.toUpperCase(Locale.ROOT))) {
                return currency;
            }
        }
        return null;
    }

    /** The currency with a number, or null. */
    static @Nullable NamedCurrency numbered(final int number) {
        for (final NamedCurrency currency : values()) {
            if (currency.number == number) {
                return currency;
            }
        }
        return null;
    }

    /** A currency in words: {@code USD}, or {@code currency 20}. */
    public static String text(final int number) {
        final NamedCurrency named = numbered(number);
        return named == null ? "currency " + number : named.name();
    }

    /** An amount in words: {@code 1,234 (12.34 USD)}, or {@code 1,234 of currency 20}. */
    public static String amount(final long minorUnits, final int number) {
        final NamedCurrency named = numbered(number);
        final String units = String.format(Locale.ROOT, "%,d", minorUnits);
        return named == null
                ? units + " of currency " + number
                : units + " (" + BigDecimal.valueOf(minorUnits, named.decimals).toPlainString() + " " + named.name()
                        + ")";
    }
}
