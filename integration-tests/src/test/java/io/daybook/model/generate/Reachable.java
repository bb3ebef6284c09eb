package io.daybook.model.generate;

import io.daybook.model.OrderType;
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

    private static final String[] ANSWERS_OF_ORDERS = {
        "place: INVALID_TERMS MATCHING_TRIGGER_ALREADY_MET MATCHING_TOO_MANY_TRAILING",
        "move: INVALID_TERMS",
        "replace: SUCCESS AUTH_INVALID_USER AUTH_USER_SUSPENDED INVALID_SYMBOL INVALID_ORDER_ID INVALID_SIZE"
                + " INVALID_PRICE MATCHING_UNKNOWN_ORDER_ID MATCHING_DUPLICATE_ORDER_ID INVALID_TERMS"
                + " RISK_INVALID_RESERVE_BID_PRICE RISK_ASK_PRICE_LOWER_THAN_FEE RISK_AMOUNT_OVERFLOW"
                + " RISK_OPEN_ORDERS_LIMIT RISK_NSF MATCHING_TRIGGER_ALREADY_MET MATCHING_MOVE_FAILED_WOULD_CROSS",
        "mass_cancel: SUCCESS AUTH_INVALID_USER INVALID_SYMBOL",
        "tick: SUCCESS INVALID_SYMBOL",
        "set_user: SUCCESS AUTH_INVALID_USER INVALID_SYMBOL INVALID_SETTING"
    };
    private static final String[] TERMS = {
        "trigger: GTC IOC FOK POST_ONLY",
        "stopPrice: GTC",
        "trail: GTC IOC FOK POST_ONLY",
        "display: GTC",
        "minSize: GTC IOC",
        "slippage: GTC IOC FOK",
        "slide: POST_ONLY",
        "expireAt: GTC IOC FOK POST_ONLY",
        "stp: GTC IOC FOK POST_ONLY",
        "flagged: GTC IOC FOK POST_ONLY",
        "exit: GTC IOC FOK POST_ONLY",
        "day:",
        "reduceOnly:"
    };
    private static final String[] MEETINGS = {
        "iceberg: partly filled as maker/partly filled as taker/cancelled STP/cancelled EXPIRED/cancelled MASS"
                + "/move/replace/reduce",
        "hidden: partly filled as maker/partly filled as taker/cancelled STP/cancelled EXPIRED/cancelled MASS"
                + "/move/replace/reduce",
        "stp: partly filled as maker/partly filled as taker/cancelled STP/cancelled EXPIRED/cancelled MASS"
                + "/move/replace/rejected",
        "oco: partly filled as maker/partly filled as taker/cancelled STP/cancelled EXPIRED/cancelled MASS"
                + "/move/replace/reduce/fired",
        "entry: partly filled as maker/partly filled as taker/cancelled STP/cancelled EXPIRED/cancelled MASS"
                + "/move/replace/reduce",
        "exit: partly filled as maker/partly filled as taker/cancelled STP/cancelled MASS/move/replace/reduce"
                + "/fired",
        "stop: partly filled as maker/partly filled as taker/cancelled STP/cancelled EXPIRED/cancelled MASS"
                + "/move/replace/reduce/fired/rejected",
        "trailing: partly filled as taker/cancelled EXPIRED/cancelled MASS/move/replace/reduce/fired"
    };

    private Reachable() {}

    /** The entries that {@link Coverage} must have counted in the scenarios with which the product is compared. */
    public static List<String> all() {
        final List<String> all = new ArrayList<>(plain());
        if (Kind.PRODUCT_HAS_ORDERS) {
            all.addAll(orders());
        }
        return all;
    }

    /** The entries that orders with terms reach. */
    static List<String> orders() {
        final List<String> all = new ArrayList<>(List.of(
                "event Act",
                "event Cancel",
                "event Replace",
                "event Refresh",
                "event Reprice",
                "act COMMAND",
                "act TRIGGER",
                "act EXIT",
                "refused after acts"));
        for (final String command : List.of("Place", "Move", "Reduce", "Cancel", "Replace", "MassCancel", "Tick")) {
            all.add("more after " + command);
        }
        addAnswers(all, ANSWERS_OF_ORDERS);
        for (final String term : TERMS) {
            final String[] parts = term.split(":");
            for (final OrderType type : OrderType.values()) {
                all.add("term " + parts[0] + " " + type + " INVALID_TERMS");
            }
            for (final String type :
                    parts.length == 1 ? new String[0] : parts[1].trim().split(" ")) {
                all.add("term " + parts[0] + " " + type + " SUCCESS");
            }
        }
        for (final String meetings : MEETINGS) {
            final String[] parts = meetings.split(": ");
            for (final String meeting : parts[1].split("/")) {
                all.add("meeting " + parts[0] + " " + meeting);
            }
        }
        return all;
    }

    private static void addAnswers(final List<String> all, final String[] answersByCommand) {
        for (final String answers : answersByCommand) {
            final String[] parts = answers.split(": ");
            for (final String code : parts[1].split(" ")) {
                all.add("command " + parts[0] + " " + code);
            }
        }
    }

    /** The entries that plain orders and the other commands reach. */
    static List<String> plain() {
        final List<String> all = new ArrayList<>(
                List.of("bad line", "event Trade", "event Reduce", "event Reject", "move rests", "move trades"));
        all.addAll(List.of("trade with oneself", "reported balance below 0", "reported available below 0"));
        all.addAll(List.of("position LONG", "position SHORT", "position EMPTY"));
        addAnswers(all, ANSWERS);
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
