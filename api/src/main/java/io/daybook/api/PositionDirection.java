package io.daybook.api;

/**
 * The direction of a futures position.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum PositionDirection {
    /** No open lots. */
    EMPTY(0),
    /** Gains when the price rises. */
    LONG(1),
    /** Gains when the price falls. */
    SHORT(2);

    private static final PositionDirection[] BY_CODE;

    static {
        int last = 0;
        for (final PositionDirection value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new PositionDirection[last + 1];
        for (final PositionDirection value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    PositionDirection(final int code) {
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
    public static PositionDirection of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a PositionDirection: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
