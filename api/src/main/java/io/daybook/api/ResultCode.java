package io.daybook.api;

/**
 * The outcome of a command: success, or the first check that failed.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum ResultCode {
    SUCCESS(0),
    AUTH_INVALID_USER(1),
    AUTH_USER_SUSPENDED(2),
    INVALID_SYMBOL(3),
    INVALID_SYMBOL_SPEC(4),
    SYMBOL_ALREADY_EXISTS(5),
    INVALID_CURRENCY(6),
    INVALID_ORDER_ID(7),
    INVALID_SIZE(8),
    INVALID_PRICE(9),
    UNSUPPORTED_ORDER_TYPE(10),
    RISK_INVALID_RESERVE_BID_PRICE(11),
    RISK_ASK_PRICE_LOWER_THAN_FEE(12),
    RISK_AMOUNT_OVERFLOW(13),
    RISK_NSF(14),
    RISK_MARGIN_TRADING_DISABLED(15),
    MATCHING_UNKNOWN_ORDER_ID(16),
    MATCHING_DUPLICATE_ORDER_ID(17),
    MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT(18),
    MATCHING_MOVE_FAILED_WOULD_CROSS(19),
    USER_MGMT_USER_ALREADY_EXISTS(20),
    USER_MGMT_USER_NOT_FOUND(21),
    USER_MGMT_USER_ALREADY_SUSPENDED(22),
    USER_MGMT_USER_NOT_SUSPENDED(23),
    USER_MGMT_ADJUSTMENT_ZERO(24),
    USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME(25),
    USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY(26),
    USER_MGMT_ADJUSTMENT_NSF(27),
    USER_MGMT_ADJUSTMENT_LIMIT(28),
    RESET_NOT_ALLOWED(29),
    UNSUPPORTED_COMMAND(30),
    INVALID_TERMS(31),
    INVALID_SETTING(32),
    MATCHING_TRIGGER_ALREADY_MET(36),
    MATCHING_TOO_MANY_TRAILING(37),
    RISK_OPEN_ORDERS_LIMIT(40);

    /** Every number is below this limit, but not every number below it has a constant. For tables by number. */
    public static final int CODE_LIMIT = 41;

    private static final ResultCode[] BY_CODE = new ResultCode[CODE_LIMIT];

    static {
        for (final ResultCode value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    ResultCode(final int code) {
        this.code = code;
    }

    /** The stable number of this value, as written to journals. */
    public int code() {
        return code;
    }

    /** The meaning of this outcome for people, one sentence in English. */
    public String meaning() {
        return ResultCodeTexts.meaning(this);
    }

    /** What the sender can do about it, one or two sentences in English. */
    public String advice() {
        return ResultCodeTexts.advice(this);
    }

    /**
     * The value with a number.
     *
     * @throws IllegalArgumentException when no value has that number
     */
    public static ResultCode of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a ResultCode: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
