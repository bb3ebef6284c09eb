package io.daybook.perf.report;

import java.util.Locale;

/** Durations and rates as people read them: three digits and a unit. */
public final class Durations {
    private static final String[] UNITS = {"ns", "µs", "ms", "s"};
    private static final double STEP = 1000;

    private Durations() {}

    /** Formats ns in the unit that leaves one to three digits before the point. */
    public static String format(final double ns) {
        double value = ns;
        int unit = 0;
        while (value >= STEP - 0.5 && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return threeDigits(value, unit == 0) + " " + UNITS[unit];
    }

    /** Formats a number of messages a second, in thousands or millions. */
    public static String rate(final double perSecond) {
        return perSecond >= 1e6 ? plain(perSecond / 1e6, 2) + " M/s" : plain(perSecond / 1e3, 2) + " K/s";
    }

    private static String threeDigits(final double value, final boolean whole) {
        if (whole || value >= 99.95) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, value >= 9.995 ? "%.1f" : "%.2f", value);
    }

    /** Formats a number with at most this many digits after the point. */
    static String plain(final double value, final int digits) {
        final String text = String.format(Locale.ROOT, "%." + digits + "f", value);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
