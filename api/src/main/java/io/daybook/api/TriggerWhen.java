package io.daybook.api;

/**
 * When a price meets a trigger.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum TriggerWhen {
    /** The price is at the trigger or above it. */
    RISES(1),
    /** The price is at the trigger or below it. */
    FALLS(2);

    private static final TriggerWhen[] BY_CODE;

    static {
        int last = 0;
        for (final TriggerWhen value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new TriggerWhen[last + 1];
        for (final TriggerWhen value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    TriggerWhen(final int code) {
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
    public static TriggerWhen of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a TriggerWhen: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
