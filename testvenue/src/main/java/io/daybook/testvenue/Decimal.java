package io.daybook.testvenue;

import io.daybook.server.http.Problem;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/** Decimals of the control door: texts of bounded length, and whole steps. */
final class Decimal {
    private static final Pattern FORM = Pattern.compile("-?[0-9]{1,18}(\\.[0-9]{1,18})?");

    private Decimal() {}

    /** The number in a text. */
    static BigDecimal read(final String pointer, final String text) {
        if (!FORM.matcher(text).matches()) {
            throw Problem.badForm(pointer, "must be a decimal in quotes, such as \"60000.01\"");
        }
        return new BigDecimal(text);
    }

    /** The number of steps in a number; the error for a fraction names the nearest two. */
    static long steps(final String pointer, final BigDecimal value, final BigDecimal step) {
        final BigDecimal count = value.divide(step, 0, RoundingMode.DOWN);
        if (count.multiply(step).compareTo(value) != 0) {
            throw Problem.badForm(
                    pointer,
                    "must be a multiple of " + step.toPlainString() + ": " + value.toPlainString()
                            + "; the nearest are "
                            + count.multiply(step).toPlainString() + " and "
                            + count.add(BigDecimal.ONE).multiply(step).toPlainString());
        }
        return count.longValueExact();
    }

    /** Reads a decimal as a number of steps, which must be above 0. */
    static long positive(final String pointer, final String text, final BigDecimal step) {
        final long steps = steps(pointer, read(pointer, text), step);
        if (steps <= 0) {
            throw Problem.badForm(pointer, "must be above 0; the least is " + step.toPlainString());
        }
        return steps;
    }
}
