package io.daybook.api;

/**
 * The price that a trigger is compared with.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum PriceSource {
    /** The price of the last trade. */
    LAST(1),
    /** The mark price that the operator sets; not supported yet, see {@link Term#TRIGGER_BY}. */
    MARK(2);

    private static final PriceSource[] BY_CODE;

    static {
        int last = 0;
        for (final PriceSource value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new PriceSource[last + 1];
        for (final PriceSource value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    PriceSource(final int code) {
        this.code = code;
    }

    /** The stable number of this value, as written to journals. */
    public int code() {
        return code;
    }

    /**
     * The value with a number.
     *
     * @throws IllegalArgumentException when no value has that number
     */
    public static PriceSource of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a PriceSource: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
