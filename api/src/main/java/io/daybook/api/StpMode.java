package io.daybook.api;

/**
 * Self-trade prevention: what an order does when it meets an order of its own user or group. The mode of the taker
 * decides.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum StpMode {
    /** The two orders trade. */
    NONE(1),
    /** The rest of the taker is rejected. */
    CANCEL_TAKER(2),
    /** The resting order is cancelled, and the taker continues. */
    CANCEL_MAKER(3),
    /** The resting order is cancelled, and the rest of the taker is rejected. */
    CANCEL_BOTH(4),
    /** Both orders lose the lots that they would have traded. */
    DECREMENT(5);

    private static final StpMode[] BY_CODE;

    static {
        int last = 0;
        for (final StpMode value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new StpMode[last + 1];
        for (final StpMode value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    StpMode(final int code) {
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
    public static StpMode of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of an StpMode: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
