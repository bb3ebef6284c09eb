package io.daybook.wire;

/** Why the gateway refused a request: the code of an ANSWER of source 1. The numbers are stable. */
public enum GatewayCode {
    /** The session may not act for this user. */
    NOT_YOURS(1),
    /** The session lacks the right. */
    NOT_PERMITTED(2),
    /** The session has exceeded its rate limit. */
    THROTTLED(3),
    /** The symbol is not listed here. */
    NOT_LISTED(4),
    /** A decimal cannot be converted exactly; FIX only. */
    BAD_DECIMAL(5),
    /** The client's id was used before; FIX only. */
    DUPLICATE_ID(6);

    private static final GatewayCode[] VALUES = values();

    private final int code;

    GatewayCode(final int code) {
        this.code = code;
    }

    /** The stable number of this code. */
    public int code() {
        return code;
    }

    /** Returns whether a code with this number is known here. */
    public static boolean isKnown(final int code) {
        return code >= 1 && code <= VALUES.length;
    }

    /**
     * The code with a number.
     *
     * @throws IllegalArgumentException if none has that number
     */
    public static GatewayCode of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a GatewayCode: code=" + code);
        }
        return VALUES[code - 1];
    }
}
