package io.daybook.gateway.fix.decimal;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A step in decimals, the tick or the lot of a listing: reads a field as a number of steps, and writes a number of
 * steps as a field. Immutable; a read allocates nothing if all intermediate values fit in 64 bits.
 */
public final class DecimalStep {
    /** The field is no decimal of FIX: it has a sign, an exponent, a blank, another character, or no digit. */
    public static final long NOT_A_DECIMAL = -1;

    /** The field has more than {@link #MAX_DIGITS} digits. */
    public static final long TOO_LONG = -2;

    /** The decimal is not a multiple of the step. */
    public static final long BETWEEN_STEPS = -3;

    /** The decimal is a multiple of the step, but of more steps than a long can hold. */
    public static final long TOO_LARGE = -4;

    /** The most digits that a field may have, including leading and trailing zeros. */
    public static final int MAX_DIGITS = 18;

    private static final int SHOWN_LENGTH = 40;
    private static final long[] POWERS = powers();

    private final String name;
    private final BigDecimal step;

    /**
     * The step is {@code mantissa × 10^−scale}; the mantissa does not end with a 0, so that the scale may be below 0.
     */
    private final long mantissa;

    private final int scale;

    /**
     * Creates a step.
     *
     * @param name the name of the quantity that is counted, for refusals, such as {@code price}
     * @param step above 0, of at most 18 digits, like the steps of a {@link io.daybook.api.Listing}
     */
    public DecimalStep(final String name, final BigDecimal step) {
        final BigDecimal bare = step.stripTrailingZeros();
        final int digits = Math.max(bare.precision(), bare.precision() - bare.scale());
        if (bare.signum() <= 0 || digits > MAX_DIGITS || bare.scale() > MAX_DIGITS) {
            throw new IllegalArgumentException(
                    "step of " + name + " must be above 0 and have at most " + MAX_DIGITS + " digits: step=" + step);
        }
        this.name = name;
        this.step = step;
        this.mantissa = bare.unscaledValue().longValueExact();
        this.scale = bare.scale();
    }

    private static long[] powers() {
        final long[] powers = new long[MAX_DIGITS + 1];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    /**
     * Converts a field to a number of steps.
     *
     * @param field digits with at most one point among them, at least one digit
     * @return ≥ 0, or one of the four refusals, which are negative
     */
    public long steps(final String field) {
        long value = 0;
        int digits = 0;
        int decimals = 0;
        int zeros = 0; // trailing zeros after the point
        boolean isFraction = false;
        for (int i = 0; i < field.length(); i++) {
            final char c = field.charAt(i);
            if (c == '.' && !isFraction) {
                isFraction = true;
                continue;
            }
            if (c < '0' || c > '9') {
                return NOT_A_DECIMAL;
            }
            if (++digits <= MAX_DIGITS) {
                value = value * 10 + (c - '0');
            }
            if (isFraction) {
                decimals++;
                zeros = c == '0' ? zeros + 1 : 0;
            }
        }
        if (digits == 0) {
            return NOT_A_DECIMAL;
        }
        return digits > MAX_DIGITS ? TOO_LONG : steps(value / POWERS[zeros], decimals - zeros);
    }

    /** The number of steps in {@code value × 10^−decimals}, whose last decimal is not 0. */
    private long steps(final long value, final int decimals) {
        if (value == 0) {
            return 0;
        }
        final int shift = scale - decimals;
        if (shift <= -POWERS.length) {
            return BETWEEN_STEPS;
        }
        if (shift < 0) {
            return quotient(value / POWERS[-shift], value % POWERS[-shift] != 0);
        }
        if (shift <= MAX_DIGITS && value <= Long.MAX_VALUE / POWERS[shift]) {
            return quotient(value * POWERS[shift], false);
        }
        final BigInteger[] parts = BigInteger.valueOf(value)
                .multiply(BigInteger.TEN.pow(shift))
                .divideAndRemainder(BigInteger.valueOf(mantissa));
        if (parts[1].signum() != 0) {
            return BETWEEN_STEPS;
        }
        return parts[0].bitLength() < Long.SIZE ? parts[0].longValue() : TOO_LARGE;
    }

    private long quotient(final long value, final boolean isBetween) {
        return isBetween || value % mantissa != 0 ? BETWEEN_STEPS : value / mantissa;
    }

    /**
     * Returns why a field is refused, in a sentence that names its value and the nearest valid values.
     *
     * @param field a field that {@link #steps} refuses
     */
    public String refusal(final String field) {
        final long verdict = steps(field);
        if (verdict == BETWEEN_STEPS) {
            return name + " is not a multiple of " + step.toPlainString() + ": " + field + ", the nearest "
                    + nearest(field);
        }
        if (verdict == TOO_LARGE) {
            return name + " is too large: " + field + ", at most " + text(Long.MAX_VALUE);
        }
        final String shown = field.length() <= SHOWN_LENGTH ? field : field.substring(0, SHOWN_LENGTH) + "...";
        return verdict == TOO_LONG
                ? name + " must have at most " + MAX_DIGITS + " digits: " + shown
                : name + " must be digits with at most one point, without sign, exponent and blanks: " + shown;
    }

    private String nearest(final String field) {
        final BigInteger below =
                new BigDecimal(field).divideToIntegralValue(step).toBigInteger();
        final String above = text(below.add(BigInteger.ONE));
        return below.signum() == 0 ? "is " + above : "are " + text(below) + " and " + above;
    }

    private String text(final BigInteger steps) {
        return step.multiply(new BigDecimal(steps)).toPlainString();
    }

    /** A number of steps as a field, with the decimals of a step, and with a sign if it is negative. */
    public String text(final long steps) {
        final StringBuilder text = new StringBuilder(24);
        append(text, steps);
        return text.toString();
    }

    /** Appends the decimal to a text. */
    public void append(final StringBuilder text, final long steps) {
        final long factor = scale < 0 ? mantissa * POWERS[-scale] : mantissa; // at most 18 digits
        final long most = Long.MAX_VALUE / factor;
        if (steps > most || steps < -most) {
            text.append(text(BigInteger.valueOf(steps)));
            return;
        }
        appendUnits(text, steps * factor, Math.max(step.scale(), 0), Math.max(scale, 0));
    }

    /** Appends a number of units of {@code 10^−scale}, with additional zero decimals on request. */
    private static void appendUnits(final StringBuilder text, final long units, final int decimals, final int scale) {
        if (units < 0) {
            text.append('-');
        }
        final long size = Math.abs(units); // units is never Long.MIN_VALUE, because the caller has checked the range
        text.append(size / POWERS[scale]);
        if (decimals > 0) {
            text.append('.');
            final long fraction = size % POWERS[scale];
            for (int i = scale - 1; i >= 0; i--) {
                text.append((char) ('0' + fraction / POWERS[i] % 10));
            }
            text.append("0".repeat(decimals - scale));
        }
    }
}
