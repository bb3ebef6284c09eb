package io.daybook.api;

/**
 * The side of an order.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum Side {
    /** Buys base for quote. */
    BID(1),
    /** Sells base for quote. */
    ASK(2);

    private static final Side[] BY_CODE;

    static {
        int last = 0;
        for (final Side value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new Side[last + 1];
        for (final Side value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    Side(final int code) {
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
    public static Side of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a Side: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }

    /** The side that this one trades with. */
    public Side opposite() {
        return this == BID ? ASK : BID;
    }
}
