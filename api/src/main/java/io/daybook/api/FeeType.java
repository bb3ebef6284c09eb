package io.daybook.api;

/**
 * How the fees of a symbol are computed.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum FeeType {
    /** Quote minor units per traded lot. */
    PER_LOT(1),
    /** Parts per million of the traded notional, rounded down per trade. */
    PROPORTIONAL(2);

    private static final FeeType[] BY_CODE;

    static {
        int last = 0;
        for (final FeeType value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new FeeType[last + 1];
        for (final FeeType value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    FeeType(final int code) {
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
    public static FeeType of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a FeeType: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
