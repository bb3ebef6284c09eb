package io.daybook.api;

/**
 * Why the exchange cancelled lots of an order.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum CancelReason {
    /** Self-trade prevention. */
    STP(1),
    /** The expiry time of the order has passed. */
    EXPIRED(2),
    /** The trading day of the order has ended. */
    DAY(3),
    /** A mass cancel. */
    MASS(4),
    /** The owner of the order is being liquidated. */
    LIQUIDATION(5);

    private static final CancelReason[] BY_CODE;

    static {
        int last = 0;
        for (final CancelReason value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new CancelReason[last + 1];
        for (final CancelReason value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    CancelReason(final int code) {
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
    public static CancelReason of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a CancelReason: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
