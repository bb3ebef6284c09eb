package io.daybook.server.spot;

import io.daybook.api.ResultCode;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Response;
import io.daybook.wire.json.Json;
import java.util.Map;

/**
 * Errors in the codes of the dialect. Clients compare the texts for refused orders, cancels, filters, keys and times
 * word by word; only the other texts are Daybook's own.
 */
public final class SpotErrors {
    static final int DISCONNECTED = -1001;
    static final int TOO_MANY_REQUESTS = -1003;
    static final int TIMEOUT = -1007;
    static final int OVERLOADED = -1008;
    static final int FILTER = -1013;
    static final int SHUTTING_DOWN = -1016;
    static final int UNSUPPORTED = -1020;
    static final int TIME = -1021;
    static final int SIGNATURE = -1022;
    static final int ILLEGAL = -1100;
    static final int DUPLICATE_PARAMETER = -1101;
    static final int MISSING = -1102;
    static final int UNKNOWN_PARAMETER = -1104;
    static final int EMPTY = -1105;
    static final int NOT_REQUIRED = -1106;
    static final int TIME_IN_FORCE = -1115;
    static final int TYPE = -1116;
    static final int SIDE = -1117;
    static final int INTERVAL = -1120;
    static final int SYMBOL = -1121;
    static final int LISTEN_KEY = -1125;
    static final int COMBINATION = -1128;
    static final int NOT_VALID = -1130;
    static final int TIME_UNIT = -1194;
    static final int REFUSED = -2010;
    static final int CANCEL_REFUSED = -2011;
    static final int NO_SUCH_ORDER = -2013;
    static final int KEY_FORMAT = -2014;
    static final int KEY = -2015;
    static final int REPLACE_PARTLY = -2021;
    static final int REPLACE_FAILED = -2022;
    static final int HMAC_LOGON = -4056;

    static final String INSUFFICIENT = "Account has insufficient balance for requested action.";
    static final String DUPLICATE = "Duplicate order sent.";
    static final String WOULD_TRADE = "Order would immediately match and take.";
    static final String UNKNOWN_ORDER = "Unknown order sent.";
    static final String NO_PERMISSION = "Invalid API-key, IP, or permissions for action.";

    private static final int MATCHED = 422;

    private SpotErrors() {}

    /** A problem with one of the codes above. */
    public static Problem of(final int code, final String text) {
        return with(statusOf(code), code, text);
    }

    static Problem filter(final String name) {
        return of(FILTER, "Filter failure: " + name);
    }

    static Problem missing(final String name) {
        return of(MISSING, "Mandatory parameter '" + name + "' was not sent, was empty/null, or malformed.");
    }

    /** The error for an order that does not exist. */
    public static Problem noSuchOrder() {
        return of(NO_SUCH_ORDER, "Order does not exist.");
    }

    /** The error for a change of an order that does not exist. */
    public static Problem unknownOrder() {
        return of(CANCEL_REFUSED, UNKNOWN_ORDER);
    }

    /**
     * The error for a command that the exchange has refused.
     *
     * @param code any code except SUCCESS
     * @param otherwise the code of the dialect for result codes that it does not have
     */
    static Problem refused(final ResultCode code, final int otherwise) {
        return switch (code) {
            case RISK_NSF -> of(REFUSED, INSUFFICIENT);
            case MATCHING_DUPLICATE_ORDER_ID -> of(REFUSED, DUPLICATE);
            case MATCHING_TRIGGER_ALREADY_MET -> of(REFUSED, "Stop price would trigger immediately.");
            case AUTH_USER_SUSPENDED, AUTH_INVALID_USER -> of(REFUSED, "This action is disabled on this account.");
            case INVALID_PRICE -> with(MATCHED, FILTER, "Filter failure: PRICE_FILTER");
            case INVALID_SIZE -> with(MATCHED, FILTER, "Filter failure: LOT_SIZE");
            case RISK_AMOUNT_OVERFLOW, RISK_ASK_PRICE_LOWER_THAN_FEE ->
                with(MATCHED, FILTER, "Filter failure: NOTIONAL");
            case RISK_OPEN_ORDERS_LIMIT -> with(MATCHED, FILTER, "Filter failure: MAX_NUM_ORDERS");
            case MATCHING_UNKNOWN_ORDER_ID -> unknownOrder();
            default -> of(otherwise, code.name() + ": " + code.meaning());
        };
    }

    /** The answer with a problem, which may be one of the native API. */
    static Response response(final Problem problem) {
        final Problem said = said(problem);
        final Json json = new Json().object();
        members(json, said);
        Response response = Response.json(said.status(), json.end());
        for (final Map.Entry<String, String> header : problem.headers().entrySet()) {
            response = response.with(header.getKey(), header.getValue());
        }
        return response;
    }

    /** The HTTP status for a problem, which may be one of the native API. */
    static int status(final Problem problem) {
        return said(problem).status();
    }

    /** Writes the code and the text of a problem into an open object. */
    static void members(final Json json, final Problem problem) {
        final Problem said = said(problem);
        json.put("code", Long.parseLong(said.code())).put("msg", said.detail());
    }

    /** Converts a problem to the codes and texts of the dialect. */
    private static Problem said(final Problem problem) {
        if (problem.code().startsWith("-")) {
            return problem;
        }
        final ProblemCode code;
        try {
            code = ProblemCode.valueOf(problem.code());
        } catch (IllegalArgumentException e) {
            return refused(ResultCode.valueOf(problem.code()), REFUSED);
        }
        return switch (code) {
            case BAD_FORM, TOO_LARGE, MISDIRECTED, UPGRADE_REQUIRED, LISTED, NOT_DONE, OTHER_ADJUSTMENT ->
                with(problem.status(), ILLEGAL, problem.detail());
            case BAD_DECIMAL -> filter("LOT_SIZE"); // for money that does not suffice for a lot
            case UNAUTHENTICATED, FORBIDDEN, NOT_YOURS -> with(problem.status(), KEY, NO_PERMISSION);
            case NOT_FOUND, METHOD_NOT_ALLOWED ->
                with(problem.status(), UNSUPPORTED, "There is no such operation here.");
            case NOT_OFFERED -> with(problem.status(), UNSUPPORTED, problem.detail() + ".");
            case DUPLICATE_ID -> of(REFUSED, DUPLICATE);
            case HISTORY_LOST -> with(problem.status(), REFUSED, "HISTORY_LOST: " + problem.detail() + ".");
            case ALREADY_APPLIED, SIGNED_BEFORE_START -> of(CANCEL_REFUSED, problem.title() + ".");
            case AMBIGUOUS_ID -> with(problem.status(), COMBINATION, problem.detail());
            case NO_LIQUIDITY -> of(REFUSED, "There is no order to trade with.");
            case THROTTLED -> of(TOO_MANY_REQUESTS, "Too many requests: " + problem.detail() + ".");
            case INTERNAL, BEHIND -> with(problem.status(), DISCONNECTED, problem.title() + ".");
            case STARTING, RING_FULL -> of(OVERLOADED, problem.title() + ": " + problem.detail() + ".");
            case HALTED -> of(SHUTTING_DOWN, problem.title() + ".");
            case OUTCOME_UNKNOWN -> of(TIMEOUT, "The outcome is not known yet: query the order by its client id.");
            case NO_SPACE -> with(problem.status(), OVERLOADED, problem.title() + ".");
        };
    }

    private static Problem with(final int status, final int code, final String text) {
        return new Problem(status, Integer.toString(code), "", text);
    }

    private static int statusOf(final int code) {
        return switch (code) {
            case TOO_MANY_REQUESTS -> 429;
            case TIMEOUT -> 504;
            case OVERLOADED, SHUTTING_DOWN -> 503;
            case TIME, SIGNATURE, KEY_FORMAT, KEY -> 401;
            case REFUSED -> MATCHED;
            case CANCEL_REFUSED, NO_SUCH_ORDER -> 404;
            case REPLACE_PARTLY, REPLACE_FAILED -> 409;
            case DISCONNECTED -> 500;
            default -> 400;
        };
    }
}
