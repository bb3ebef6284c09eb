package io.daybook.api;

/**
 * Why an order entered the book.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum ActCause {
    /** The command itself placed or moved the order, after other acts. */
    COMMAND(1),
    /** A price met the trigger of the order. */
    TRIGGER(2),
    /** The entry order of this exit traded. */
    EXIT(3),
    /** The exchange closes a position that lost its margin. */
    LIQUIDATION(4),
    /** The exchange closes a position against a position of the other side, outside the book. */
    DELEVERAGE(5);

    private static final ActCause[] BY_CODE;

    static {
        int last = 0;
        for (final ActCause value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new ActCause[last + 1];
        for (final ActCause value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    ActCause(final int code) {
        this.code = code;
    }

    /** The stable number of this value, as written to results. */
    public int code() {
        return code;
    }

    /**
     * The value with a number.
     *
     * @throws IllegalArgumentException when no value has that number
     */
    public static ActCause of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of an ActCause: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
