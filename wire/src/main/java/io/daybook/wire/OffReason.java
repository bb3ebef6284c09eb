package io.daybook.wire;

/**
 * Why lots of an order left the book without a trade. The numbers are stable; from 4 on they are 3 + the number of the
 * engine's reason.
 */
public enum OffReason {
    /** The lots could not rest in the book: an IOC, FOK or POST_ONLY order, or what is left of a budget order. */
    REJECTED(1),
    /** The session's own REDUCE, CANCEL or REPLACE took the lots off. */
    REDUCED(2),
    /** Another door, the gateway or the operator took the lots off. */
    CANCELLED_BY_OTHER(3),
    /** The order would have traded with another order of the same user or group. */
    STP(4),
    /** The order expired. */
    EXPIRED(5),
    /** The day ended. */
    DAY(6),
    /** A mass cancel took the lots off. */
    MASS(7),
    /** The user's position was liquidated. */
    LIQUIDATION(8);

    private static final OffReason[] VALUES = values();
    private static final int CANCEL_REASONS = 3;

    private final int code;

    OffReason(final int code) {
        this.code = code;
    }

    /** The stable number of this reason. */
    public int code() {
        return code;
    }

    /** The number for a code of the engine's CancelReason. */
    public static int codeOfCancelReason(final int cancelReason) {
        return CANCEL_REASONS + cancelReason;
    }

    /** Returns whether a reason with this code is known here. */
    public static boolean isKnown(final int code) {
        return code >= 1 && code <= VALUES.length;
    }

    /**
     * The reason with a number.
     *
     * @throws IllegalArgumentException if no reason has that number
     */
    public static OffReason of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of an OffReason: code=" + code);
        }
        return VALUES[code - 1];
    }
}
