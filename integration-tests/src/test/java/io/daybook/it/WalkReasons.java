package io.daybook.it;

import io.daybook.api.ActCause;
import io.daybook.api.CancelReason;
import io.daybook.api.CommandType;
import io.daybook.api.OrderType;
import io.daybook.api.PriceSource;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.it.WalkDoor.Feature;
import java.util.Map;

/** The reasons why a door does not offer a feature, which are the other cells in the table of the walk. */
final class WalkReasons {
    private static final String NOT_YET = "the engine does not do this yet";
    private static final String IN_PROCESS = "only for programs in the same process, tested by ";

    private WalkReasons() {}

    static void say(final WalkDoor door) {
        door.without(NOT_YET, CancelReason.DAY, CancelReason.LIQUIDATION, ActCause.LIQUIDATION, ActCause.DELEVERAGE);
        final String reports = IN_PROCESS + "AuditTest, DaybookExchangeTest, WatchedMarketTest";
        door.without(
                reports,
                CommandType.CUSTOM_REPORT,
                CommandType.AUDIT,
                CommandType.SUBSCRIBE_BOOK,
                CommandType.UNSUBSCRIBE_BOOK);
        switch (door.name()) {
            case "embedded" -> {
                door.without("automatic ticks leave no act over", ActCause.COMMAND);
                door.without(
                        "tested through exec, and for programs by StateHashTest",
                        CommandType.TOTALS_REPORT,
                        CommandType.STATE_HASH);
            }
            case "exec" -> {}
            case "HTTP" -> http(door);
            case "spot" -> spot(door);
            case "TCP", "cluster" -> tcp(door);
            case "FIX" -> fix(door);
            default -> throw new IllegalArgumentException(door.name());
        }
    }

    /** The words that a door lists and orders of the walk do not use, with the test that uses each. */
    static final Map<String, String> SAID_ELSEWHERE = Map.of(
            "clientOrderId", "VenueKillTest",
            "newClientOrderId", "SpotRestTest",
            "newOrderRespType", "SpotRestTest",
            "recvWindow", "SpotRestTest",
            "trailingDelta", "SpotStopTest",
            "timestamp", "SpotRestTest",
            "signature", "SpotRestTest",
            "strategyId", "SpotRestTest",
            "strategyType", "SpotRestTest");

    private static void served(final WalkDoor door) {
        door.without("the venue sends ticks itself, until nothing is due", CommandType.TICK, ActCause.COMMAND);
        door.without("not offered: clients do not need it", CommandType.NOP);
        door.without("a reset would end the orders of clients, so the file cannot allow it", CommandType.RESET);
        door.without("operators run daybook audit and backup", CommandType.TOTALS_REPORT, CommandType.STATE_HASH);
        door.without("clients cannot choose the ids of orders", Term.NEW_ORDER_ID);
    }

    private static void http(final WalkDoor door) {
        served(door);
        door.without("a replacement with PATCH sets a new total size instead", CommandType.REDUCE_ORDER);
        door.without("the request has no key for this", Term.TRIGGER_BY, PriceSource.MARK, Term.DAY, Term.REDUCE_ONLY);
        door.without("tested over TCP, where 1,100 orders are faster", Feature.LEFT_OVER);
    }

    private static void spot(final WalkDoor door) {
        http(door);
        door.without("not in the dialect, but in the native API", Term.TRAIL, Term.TRAIL_STEP);
        door.without("market orders have a bound of 5% instead", Term.SLIPPAGE);
        door.without(
                "not in the dialect, but in the native API",
                Term.EXIT_ORDER_ID,
                Term.EXIT_PRICE,
                Term.EXIT_TRIGGER,
                Term.EXIT_STOP_PRICE,
                ActCause.EXIT);
        door.without(
                "not offered: cancelReplace cancels one order and places another",
                CommandType.MOVE_ORDER,
                CommandType.REPLACE_ORDER);
        door.without("the dialect has no such features", OrderType.FOK_BUDGET, Term.MIN_SIZE, Term.SLIDE, Term.FLAGGED);
        door.without("the dialect has no hidden orders", Feature.HIDDEN);
        door.without("the dialect has no orders with an end", Term.EXPIRE_AT, CancelReason.EXPIRED);
        door.without("the dialect does not list futures", Feature.FUTURES);
        door.without("DELETE openOrders cancels both sides", Feature.MASS_OF_A_SIDE);
    }

    private static void tcp(final WalkDoor door) {
        served(door);
        door.without("not offered: the feed publishes the books", CommandType.ORDER_BOOK_REQUEST);
        door.without("not offered: HTTP and FIX have these reports", CommandType.USER_REPORT, Feature.SHOWN);
    }

    private static void fix(final WalkDoor door) {
        served(door);
        door.without("a replacement (35=G) sets a new total size instead", CommandType.REDUCE_ORDER);
        door.without(
                "not offered: the side gives the direction, so a bid always waits for RISES and an ask for FALLS",
                Feature.TOUCH);
        door.without(
                "FIX 4.4 has no field for it",
                Term.TRIGGER_BY,
                PriceSource.LAST,
                PriceSource.MARK,
                Term.SLIDE,
                Term.FLAGGED,
                Term.REDUCE_ONLY);
        door.without("'daybook fix roll' ends orders with 59=0, which OrderEndsTest tests", Term.DAY);
        door.without("not offered: the user's setting applies", Term.STP, StpMode.NONE, StpMode.CANCEL_TAKER);
        door.without("not over FIX, but over TCP", Term.STOP_PRICE, Term.TRAIL, Term.TRAIL_STEP);
        door.without(
                "not over FIX, but over TCP",
                Term.EXIT_ORDER_ID,
                Term.EXIT_PRICE,
                Term.EXIT_TRIGGER,
                Term.EXIT_STOP_PRICE,
                ActCause.EXIT);
        door.without("tested over TCP, where 1,100 orders are faster", Feature.LEFT_OVER);
        door.without("offered with 35=V, to sessions with the right view", CommandType.ORDER_BOOK_REQUEST);
        door.without("the FIX door has a new symbol only after the next start", CommandType.ADD_SYMBOL);
    }
}
