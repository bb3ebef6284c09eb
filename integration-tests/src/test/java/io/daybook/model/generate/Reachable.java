package io.daybook.model.generate;

import java.util.ArrayList;
import java.util.List;

/** Every answer to every command, and every fate of every order, that lines of a scenario can cause. */
public final class Reachable {
    private static final String[] ANSWERS = {
        "add_symbol: SUCCESS INVALID_SYMBOL_SPEC SYMBOL_ALREADY_EXISTS",
        "add_symbols: SUCCESS INVALID_SYMBOL_SPEC SYMBOL_ALREADY_EXISTS",
        "add_user: SUCCESS AUTH_INVALID_USER USER_MGMT_USER_ALREADY_EXISTS",
        "add_accounts: SUCCESS AUTH_INVALID_USER INVALID_CURRENCY USER_MGMT_ADJUSTMENT_LIMIT"
                + " USER_MGMT_USER_ALREADY_EXISTS",
        "adjust: SUCCESS AUTH_INVALID_USER INVALID_CURRENCY USER_MGMT_ADJUSTMENT_ZERO USER_MGMT_ADJUSTMENT_LIMIT"
                + " USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY"
                + " USER_MGMT_ADJUSTMENT_NSF",
        "suspend_user: SUCCESS USER_MGMT_USER_NOT_FOUND USER_MGMT_USER_ALREADY_SUSPENDED",
        "resume_user: SUCCESS USER_MGMT_USER_NOT_FOUND USER_MGMT_USER_NOT_SUSPENDED",
        "place: SUCCESS AUTH_INVALID_USER AUTH_USER_SUSPENDED INVALID_SYMBOL RISK_MARGIN_TRADING_DISABLED"
                + " INVALID_ORDER_ID INVALID_SIZE INVALID_PRICE UNSUPPORTED_ORDER_TYPE"
                + " RISK_INVALID_RESERVE_BID_PRICE RISK_ASK_PRICE_LOWER_THAN_FEE RISK_AMOUNT_OVERFLOW RISK_NSF"
                + " RISK_OPEN_ORDERS_LIMIT"
                + " MATCHING_DUPLICATE_ORDER_ID",
        "move: SUCCESS AUTH_INVALID_USER AUTH_USER_SUSPENDED INVALID_SYMBOL INVALID_PRICE MATCHING_UNKNOWN_ORDER_ID"
                + " MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT MATCHING_MOVE_FAILED_WOULD_CROSS",
        "reduce: SUCCESS AUTH_INVALID_USER INVALID_SYMBOL INVALID_SIZE MATCHING_UNKNOWN_ORDER_ID",
        "cancel: SUCCESS AUTH_INVALID_USER INVALID_SYMBOL MATCHING_UNKNOWN_ORDER_ID",
        "book: SUCCESS INVALID_SYMBOL INVALID_SIZE",
        "user_report: SUCCESS USER_MGMT_USER_NOT_FOUND INVALID_SIZE",
        "totals_report: SUCCESS",
        "state_hash: SUCCESS",
        "snapshot: SUCCESS",
        "nop: SUCCESS",
        "reset: SUCCESS RESET_NOT_ALLOWED"
    };
    private static final String[] FATES = {
        "GTC: untraded, rests/partly traded, rests/traded",
        "IOC: untraded, rejected/partly traded, rejected/traded",
        "FOK: untraded, rejected/traded",
        "POST_ONLY: untraded, rejected/untraded, rests",
        "FOK_BUDGET: untraded, rejected/traded",
        "IOC_BUDGET: untraded, rejected/partly traded, rejected/traded"
    };

    private Reachable() {}

    /** What {@link Coverage} has to have counted. */
    public static List<String> all() {
        final List<String> all = new ArrayList<>(
                List.of("bad line", "event Trade", "event Reduce", "event Reject", "move rests", "move trades"));
        all.addAll(List.of("trade with oneself", "reported balance below 0", "reported available below 0"));
        all.addAll(List.of("position LONG", "position SHORT", "position EMPTY"));
        for (final String answers : ANSWERS) {
            final String[] parts = answers.split(": ");
            for (final String code : parts[1].split(" ")) {
                all.add("command " + parts[0] + " " + code);
            }
        }
        for (final String fates : FATES) {
            final String[] parts = fates.split(": ");
            for (final String fate : parts[1].split("/")) {
                addFate(all, parts[0], fate);
            }
        }
        return all;
    }

    private static void addFate(final List<String> all, final String type, final String fate) {
        for (final String side : List.of("BID", "ASK")) {
            if (!type.equals("IOC_BUDGET") || side.equals("BID")) {
                all.add("order pair " + side + " " + type + " " + fate);
            }
            if (!type.endsWith("_BUDGET")) {
                all.add("order future " + side + " " + type + " " + fate);
            }
        }
    }
}
