package io.daybook.gateway.fix.message;

import io.daybook.api.ResultCode;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.gateway.fix.book.Report;

/** OrdRejReason (103) and CxlRejReason (102) of refused requests, by code: the tables of docs/fix.md. */
final class RejectReasons {
    private static final int BROKER_OPTION = 0;
    private static final int UNKNOWN_SYMBOL = 1;
    private static final int EXCEEDS_LIMIT = 3;
    private static final int UNKNOWN_ORDER = 5;
    private static final int DUPLICATE = 6;
    private static final int UNSUPPORTED = 11;
    private static final int INCORRECT_QUANTITY = 13;
    private static final int UNKNOWN_ACCOUNT = 15;
    private static final int OTHER = 99;

    private static final int TOO_LATE_TO_CANCEL = 0;
    private static final int NEVER_KNOWN = 1;
    private static final int PENDING = 3;
    private static final int DUPLICATE_CL_ORD_ID = 6;

    private RejectReasons() {}

    /** OrdRejReason (103) for a code of the exchange. */
    static int ofOrder(final ResultCode code) {
        return switch (code) {
            case AUTH_USER_SUSPENDED -> BROKER_OPTION;
            case INVALID_SYMBOL -> UNKNOWN_SYMBOL;
            case RISK_NSF, RISK_OPEN_ORDERS_LIMIT -> EXCEEDS_LIMIT;
            case MATCHING_UNKNOWN_ORDER_ID -> UNKNOWN_ORDER;
            case UNSUPPORTED_ORDER_TYPE, INVALID_TERMS -> UNSUPPORTED;
            case INVALID_SIZE -> INCORRECT_QUANTITY;
            case AUTH_INVALID_USER -> UNKNOWN_ACCOUNT;
            default -> OTHER;
        };
    }

    /** OrdRejReason (103) for a refusal of the door. */
    static int ofOrder(final Refusal refusal) {
        return switch (refusal) {
            case NOT_LISTED -> UNKNOWN_SYMBOL;
            case THROTTLED -> EXCEEDS_LIMIT;
            case DUPLICATE_ID -> DUPLICATE;
            case UNSUPPORTED -> UNSUPPORTED;
            case NOT_YOURS -> UNKNOWN_ACCOUNT;
            case NOT_PERMITTED,
                    BAD_DECIMAL,
                    UNKNOWN_ORDER,
                    ORDER_CLOSED,
                    PERHAPS_REPEATED,
                    PERHAPS_LOST,
                    NOTHING_TO_CANCEL,
                    ORDER_MISMATCH,
                    PENDING_REPLACE -> OTHER;
        };
    }

    /** OrdRejReason (103) of a report with a code. */
    static int ofOrder(final Report report) {
        return report.source() == Report.SOURCE_ENGINE
                ? ofOrder(ResultCode.of(report.code()))
                : ofOrder(Refusal.of(report.code()));
    }

    /** CxlRejReason (102) of a cancel reject. */
    static int ofCancel(final Report report) {
        if (report.source() == Report.SOURCE_ENGINE) {
            if (report.code() != ResultCode.MATCHING_UNKNOWN_ORDER_ID.code()) {
                return OTHER;
            }
            return report.orderId() == 0 ? NEVER_KNOWN : TOO_LATE_TO_CANCEL;
        }
        return switch (Refusal.of(report.code())) {
            case ORDER_CLOSED -> TOO_LATE_TO_CANCEL;
            case UNKNOWN_ORDER -> NEVER_KNOWN;
            case DUPLICATE_ID -> DUPLICATE_CL_ORD_ID;
            case PENDING_REPLACE -> PENDING;
            default -> OTHER;
        };
    }

    /** Text (58): the code's name and its sentence. */
    static String sentence(final Report report) {
        if (report.source() == Report.SOURCE_ENGINE) {
            final ResultCode code = ResultCode.of(report.code());
            return code + ": " + code.meaning();
        }
        final Refusal refusal = Refusal.of(report.code());
        return refusal + ": " + refusal.sentence();
    }
}
