package io.daybook.server.api;

import io.daybook.api.ResultCode;
import io.daybook.server.http.Problem;

/** The result codes of the exchange as problems. */
public final class EngineProblems {
    private EngineProblems() {}

    /**
     * The problem for a refusal.
     *
     * @param code any code except SUCCESS
     * @param seq the seq of the refused command; 0 if none was sent
     * @param detail the numbers that caused the refusal; empty if the code suffices
     */
    public static Problem of(final ResultCode code, final long seq, final String detail) {
        final String title = code.meaning().substring(0, code.meaning().length() - 1);
        return new Problem(status(code), code.name(), title, detail.isEmpty() ? code.advice() : detail)
                .with("seq", seq == 0 ? null : seq);
    }

    /** The HTTP status for a code. */
    public static int status(final ResultCode code) {
        return switch (code) {
            case SUCCESS -> throw new IllegalArgumentException("code must be a refusal: code=SUCCESS");
            case AUTH_USER_SUSPENDED, RESET_NOT_ALLOWED -> 403;
            case AUTH_INVALID_USER, INVALID_SYMBOL, MATCHING_UNKNOWN_ORDER_ID, USER_MGMT_USER_NOT_FOUND -> 404;
            case SYMBOL_ALREADY_EXISTS,
                    MATCHING_DUPLICATE_ORDER_ID,
                    USER_MGMT_USER_ALREADY_EXISTS,
                    USER_MGMT_USER_ALREADY_SUSPENDED,
                    USER_MGMT_USER_NOT_SUSPENDED,
                    USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME,
                    USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY -> 409;
            case INVALID_SYMBOL_SPEC,
                    INVALID_CURRENCY,
                    INVALID_ORDER_ID,
                    INVALID_SIZE,
                    INVALID_PRICE,
                    UNSUPPORTED_ORDER_TYPE,
                    RISK_INVALID_RESERVE_BID_PRICE,
                    RISK_ASK_PRICE_LOWER_THAN_FEE,
                    RISK_AMOUNT_OVERFLOW,
                    RISK_NSF,
                    RISK_MARGIN_TRADING_DISABLED,
                    MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT,
                    MATCHING_MOVE_FAILED_WOULD_CROSS,
                    USER_MGMT_ADJUSTMENT_ZERO,
                    USER_MGMT_ADJUSTMENT_NSF,
                    USER_MGMT_ADJUSTMENT_LIMIT,
                    UNSUPPORTED_COMMAND,
                    INVALID_TERMS,
                    INVALID_SETTING,
                    MATCHING_TRIGGER_ALREADY_MET,
                    MATCHING_TOO_MANY_TRAILING,
                    RISK_OPEN_ORDERS_LIMIT -> 422;
        };
    }
}
