package io.daybook.it;

import static io.daybook.it.WalkScene.falls;
import static io.daybook.it.WalkScene.terms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ActCause;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.CancelReason;
import io.daybook.api.CommandType;
import io.daybook.api.Nop;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.PriceSource;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Reset;
import io.daybook.api.ResultCode;
import io.daybook.api.ResumeUser;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Term;
import io.daybook.api.Tick;
import io.daybook.api.TriggerWhen;
import io.daybook.api.UserSetting;
import io.daybook.it.WalkDoor.End;
import io.daybook.it.WalkDoor.Feature;
import java.util.ArrayList;
import java.util.List;

/**
 * The promises of docs/semantics.md, one row each: the constants of the API that the promise is about, and a script
 * that shows its effect through any door.
 */
final class WalkPromises {
    private static final int END_MS = 1_200;
    private static final int MOST_END_MS = 60_000;
    private static final int STOPS = 1_100;
    private static final long YEAR_MS = 365L * 24 * 3_600 * 1_000;

    /** Shows the effect of a promise through a door. */
    interface Script {
        void run(WalkScene scene) throws Exception;
    }

    /**
     * A promise.
     *
     * @param about the constants of the API that the promise is about: if a door does not offer one of them, its cell
     *     has the reason instead
     */
    record Row(String promise, List<Enum<?>> about, Script script) {}

    static final List<Row> ALL = new ArrayList<>();

    static {
        plainOrders();
        triggers();
        sizes();
        ends();
        selfTrades();
        brackets();
        people();
        venue();
    }

    private WalkPromises() {}

    private static void row(final String promise, final List<Enum<?>> about, final Script script) {
        ALL.add(new Row(promise, about, script));
    }

    private static List<Enum<?>> of(final Enum<?>... about) {
        return List.of(about);
    }

    private static void plainOrders() {
        row(
                "an order trades, rests and is cancelled",
                of(CommandType.PLACE_ORDER, CommandType.CANCEL_ORDER, OrderType.GTC),
                s -> {
                    s.ok(s.bid('A', 1, 10, 100));
                    s.ok(s.ask('B', 2, 4, 99));
                    s.traded(1, 4);
                    s.left(1, 6);
                    s.traded(2, 4);
                    s.left(2, 0);
                    s.cancel('A', 1);
                    s.ended(1, End.OWNER);
                    s.left(1, 0);
                    s.ok(s.ask('B', 3, 5, 100));
                    s.left(3, 5);
                });
        row("a moved order trades at its new price", of(CommandType.MOVE_ORDER), s -> {
            s.ok(s.ask('A', 1, 5, 110));
            s.move('A', 1, 105);
            s.buy(2, 5, 105);
            s.traded(1, 5);
        });
        row("a reduced order has fewer lots", of(CommandType.REDUCE_ORDER), s -> {
            s.ok(s.ask('A', 1, 10, 100));
            s.reduce('A', 1, 4);
            s.left(1, 6);
            s.buy(2, 10, 100);
            s.traded(2, 6);
            s.left(1, 0);
        });
        row("a replaced order has another size and price", of(CommandType.REPLACE_ORDER), s -> {
            s.ok(s.ask('A', 1, 10, 110));
            s.buy(2, 1, 110);
            s.replace('A', 1, 6, 105);
            s.left(1, 5);
            s.buy(3, 10, 105);
            s.traded(3, 5);
            s.traded(1, 6);
        });
        row("a replaced order gets another id", of(CommandType.REPLACE_ORDER, Term.NEW_ORDER_ID), s -> {
            s.ok(s.ask('A', 1, 10, 110));
            s.ok(new ReplaceOrder(s.door.uid('A'), s.symbol, 1, 9, 110, 10, 0, 0, 0));
            s.refused(ResultCode.MATCHING_UNKNOWN_ORDER_ID, new CancelOrder(s.door.uid('A'), s.symbol, 1));
            s.door.know(s.symbol, 9, WalkExec.ownId(s.symbol, 9));
            s.cancel('A', 9);
            s.ended(9, End.OWNER);
        });
        row("an IOC order gives back the lots that it cannot trade at once", of(OrderType.IOC), s -> {
            s.ok(s.ask('A', 1, 3, 100));
            s.buy(2, 5, 100);
            s.traded(2, 3);
            s.ended(2, End.REJECTED);
            s.left(2, 0);
        });
        row("a FOK order trades all its lots or none", of(OrderType.FOK), s -> {
            s.ok(s.ask('A', 1, 3, 100));
            s.ok(s.bid('B', 2, 5, 100).withType(OrderType.FOK));
            s.ended(2, End.REJECTED);
            s.traded(2, 0);
            s.ok(s.bid('B', 3, 3, 100).withType(OrderType.FOK));
            s.traded(3, 3);
        });
        row("a FOK_BUDGET order trades all its lots within its budget, or none", of(OrderType.FOK_BUDGET), s -> {
            s.ok(s.ask('A', 1, 2, 100));
            s.ok(s.ask('A', 2, 2, 102));
            s.ok(s.bid('B', 3, 4, 403).withType(OrderType.FOK_BUDGET));
            s.ended(3, End.REJECTED);
            s.traded(3, 0);
            s.ok(s.bid('B', 4, 4, 404).withType(OrderType.FOK_BUDGET));
            s.traded(4, 4);
        });
        row("an IOC_BUDGET order trades lots while its budget lasts", of(OrderType.IOC_BUDGET), s -> {
            s.ok(s.ask('A', 1, 2, 100));
            s.ok(s.ask('A', 2, 5, 102));
            s.ok(s.bid('B', 3, 3, 301).withType(OrderType.IOC_BUDGET));
            s.traded(3, 2);
            s.left(3, 0);
            s.left(2, 5);
        });
        row("a POST_ONLY order rests, or is given back if it would trade", of(OrderType.POST_ONLY), s -> {
            s.ok(s.ask('A', 1, 5, 100));
            s.door.send(s.bid('B', 2, 5, 100).withType(OrderType.POST_ONLY));
            s.left(1, 5);
            s.ok(s.bid('B', 3, 5, 99).withType(OrderType.POST_ONLY));
            s.left(3, 5);
            s.traded(1, 0);
            s.sell(4, 5, 99);
        });
        row("futures contracts trade", of(Feature.FUTURES), s -> {
            s.ok(s.bid('A', 1, 5, 100));
            s.sell(2, 3, 100);
            s.traded(1, 3);
            s.left(1, 2);
        });
    }

    /**
     * Trades at 96, requires that the stop of order 1 has not fired, and then trades at 95, where B bids for 10 lots.
     */
    private static void fireAt95(final WalkScene s, final long id) throws Exception {
        s.ok(s.bid('B', id, 1, 96));
        s.ok(s.bid('B', id + 1, 10, 95));
        s.ok(s.ask('H', id + 2, 1, 96).withType(OrderType.IOC));
        s.traded(id, 1);
        s.traded(1, 0);
        s.ok(s.ask('H', id + 3, 1, 95).withType(OrderType.IOC));
    }

    private static void triggers() {
        row(
                "a stop waits for a trade at its trigger, then sells",
                of(Term.TRIGGER, Term.WHEN, TriggerWhen.FALLS, ActCause.TRIGGER),
                s -> {
                    s.ok(s.ask('A', 1, 5, 90).withType(OrderType.IOC).withTerms(falls(95)));
                    fireAt95(s, 2);
                    s.traded(1, 5);
                    s.traded(3, 6);
                });
        row(
                "a stop with a limit fires, and then rests",
                of(Term.TRIGGER, Term.WHEN, TriggerWhen.RISES, ActCause.TRIGGER),
                s -> {
                    s.ok(s.bid('A', 1, 5, 110)
                            .withTerms(terms().trigger(105, TriggerWhen.RISES).build()));
                    s.sell(2, 5, 90);
                    s.traded(1, 0);
                    s.trade(3, 105);
                    s.sell(5, 5, 110);
                    s.traded(1, 5);
                });
        row("an order whose trigger is already met is refused", of(Term.TRIGGER, Term.WHEN, TriggerWhen.RISES), s -> {
            s.trade(1, 105);
            s.refused(
                    ResultCode.MATCHING_TRIGGER_ALREADY_MET,
                    s.bid('A', 3, 5, 110)
                            .withTerms(terms().trigger(105, TriggerWhen.RISES).build()));
        });
        row("a take-profit order trades once the price reaches its trigger", of(Term.TRIGGER, Feature.TOUCH), s -> {
            s.ok(s.ask('A', 1, 5, 100)
                    .withTerms(terms().trigger(105, TriggerWhen.RISES).build()));
            s.buy(2, 5, 100);
            s.traded(1, 0);
            s.trade(3, 105);
            s.buy(5, 5, 100);
            s.traded(1, 5);
        });
        row("a trigger is compared with the last price", of(Term.TRIGGER_BY, PriceSource.LAST), s -> {
            s.ok(s.ask('A', 1, 5, 90)
                    .withType(OrderType.IOC)
                    .withTerms(terms().trigger(95, TriggerWhen.FALLS)
                            .set(Term.TRIGGER_BY, PriceSource.LAST.code())
                            .build()));
            fireAt95(s, 2);
            s.traded(1, 5);
        });
        row(
                "a trigger that is compared with the mark price is refused for now",
                of(Term.TRIGGER_BY, PriceSource.MARK),
                s -> s.refused(
                        ResultCode.INVALID_TERMS,
                        s.ask('A', 1, 5, 90)
                                .withTerms(terms().trigger(95, TriggerWhen.FALLS)
                                        .set(Term.TRIGGER_BY, PriceSource.MARK.code())
                                        .build())));
        row("one order with two faces is a limit order and a stop", of(Term.STOP_PRICE), s -> {
            s.ok(s.ask('A', 1, 5, 110)
                    .withTerms(
                            terms().trigger(95, TriggerWhen.FALLS).stopPrice(90).build()));
            s.buy(6, 1, 110);
            s.traded(1, 1);
            s.ok(s.bid('B', 7, 10, 95));
            s.ok(s.ask('H', 8, 1, 95).withType(OrderType.IOC));
            s.traded(1, 5);
            s.traded(7, 5);
        });
        row("a trailing stop follows the last price", of(Term.TRAIL, Term.TRAIL_STEP), s -> {
            s.trade(10, 100);
            s.ok(s.ask('A', 1, 5, 80)
                    .withType(OrderType.IOC)
                    .withTerms(
                            terms().trigger(90, TriggerWhen.FALLS).trail(10, 1).build()));
            s.trade(12, 110);
            s.ok(s.bid('B', 2, 10, 100));
            s.ok(s.ask('H', 3, 1, 100).withType(OrderType.IOC));
            s.traded(1, 5);
            s.traded(2, 6);
        });
        row("all stops that one trade fires are carried out without another command", of(Feature.LEFT_OVER), s -> {
            final List<PlaceOrder> stops = new ArrayList<>();
            for (int i = 0; i < STOPS; i++) {
                stops.add(s.ask('A', 100 + i, 1, 90).withType(OrderType.IOC).withTerms(falls(95)));
            }
            s.door.sendAll(stops);
            s.ok(s.bid('B', 1, 2L * STOPS, 95));
            s.ok(s.ask('H', 2, 1, 95).withType(OrderType.IOC));
            s.traded(1, STOPS + 1L);
            s.traded(100 + STOPS - 1, 1);
        });
        row("a new order first carries out the acts that earlier commands left over", of(ActCause.COMMAND), s -> {
            final List<PlaceOrder> stops = new ArrayList<>();
            for (int i = 0; i < STOPS; i++) {
                stops.add(s.ask('A', 100 + i, 1, 90).withType(OrderType.IOC).withTerms(falls(95)));
            }
            s.door.sendAll(stops);
            s.ok(s.bid('B', 1, 2L * STOPS, 95));
            s.ok(s.ask('H', 2, 1, 95).withType(OrderType.IOC));
            s.ok(s.ask('H', 3, 1, 95).withType(OrderType.IOC));
            s.door.await(s.symbol, 3, "ACT COMMAND", heard -> heard.words.contains("ACT COMMAND"));
        });
    }

    private static void sizes() {
        row(
                "a report of an order has its terms, and whether it waits for its trigger",
                of(Feature.SHOWN, Term.TRIGGER, Term.WHEN, Term.DISPLAY, Term.EXPIRE_AT),
                s -> {
                    final long end = System.currentTimeMillis() / 1_000 * 1_000 + YEAR_MS;
                    s.ok(s.ask('A', 1, 5, 90).withTerms(falls(95)));
                    s.ok(s.ask('A', 2, 10, 110).withTerms(terms().display(2).build()));
                    s.ok(s.bid('A', 3, 5, 80)
                            .withTerms(terms().expireAt(end * 1_000_000).build()));
                    s.ok(s.ask('A', 4, 5, 70)
                            .withTerms(terms().trigger(75, TriggerWhen.FALLS)
                                    .expireAt(end * 1_000_000)
                                    .build()));
                    s.shown('A', 1, "dormant trigger=95");
                    s.shown('A', 2, "display=2");
                    s.shown('A', 3, "expireAt=" + end);
                    s.shown('A', 4, "dormant expireAt=" + end + " trigger=75");
                    s.trade(5, 95);
                    s.shown('A', 1, s.door.termsOfAWoken("trigger=95"));
                });
        row("an iceberg shows a part of its lots, and refills behind other orders", of(Term.DISPLAY), s -> {
            s.ok(s.ask('A', 1, 10, 100).withTerms(terms().display(2).build()));
            s.ok(s.ask('A', 2, 5, 100));
            s.buy(3, 7, 100);
            s.traded(2, 5);
            s.traded(1, 2);
            s.buy(4, 20, 100);
            s.traded(1, 10);
        });
        row("a hidden order trades after the shown orders of its price level", of(Term.DISPLAY, Feature.HIDDEN), s -> {
            s.ok(s.ask('A', 1, 5, 100).withTerms(terms().hidden().build()));
            s.ok(s.ask('A', 2, 5, 100));
            s.buy(3, 5, 100);
            s.traded(2, 5);
            s.traded(1, 0);
            s.buy(4, 5, 100);
            s.traded(1, 5);
        });
        row("an order with a minimum size trades at least that size at once, or is rejected", of(Term.MIN_SIZE), s -> {
            s.ok(s.ask('A', 1, 3, 100));
            s.ok(s.bid('B', 2, 5, 100).withTerms(terms().minSize(4).build()));
            s.ended(2, End.REJECTED);
            s.left(1, 3);
            s.ok(s.bid('B', 3, 5, 100).withTerms(terms().minSize(3).build()));
            s.traded(3, 3);
            s.left(3, 2);
        });
        row("slippage bounds the price relative to the best price", of(Term.SLIPPAGE), s -> {
            s.ok(s.ask('A', 1, 2, 100));
            s.ok(s.ask('A', 2, 2, 102));
            s.ok(s.ask('A', 3, 2, 104));
            s.ok(s.bid('B', 4, 6, 200)
                    .withType(OrderType.IOC)
                    .withTerms(terms().slippage(2).build()));
            s.traded(4, 4);
            s.ended(4, End.REJECTED);
            s.left(3, 2);
        });
        row("a POST_ONLY order that slides rests one tick before the other side", of(Term.SLIDE), s -> {
            s.ok(s.ask('A', 1, 5, 100));
            s.ok(s.bid('B', 2, 5, 101)
                    .withType(OrderType.POST_ONLY)
                    .withTerms(terms().slide().build()));
            s.left(2, 5);
            s.ok(s.ask('A', 3, 5, 99).withType(OrderType.IOC));
            s.traded(2, 5);
            s.left(1, 5);
        });
        row("a bid may be moved up to its reserve price", of(CommandType.MOVE_ORDER, OrderType.GTC), s -> {
            s.ok(s.bid('A', 1, 5, 100).withReservePrice(105));
            s.move('A', 1, 105);
            s.sell(2, 5, 105);
            s.traded(1, 5);
        });
    }

    /** Makes an order with an id and an end, in ns since the epoch. */
    private interface WithAnEnd {
        PlaceOrder of(long id, long endNs);
    }

    /**
     * Places an order that is accepted before its end; if the machine stalled until then, tries again with more time.
     *
     * @return the id of the accepted order, {@code firstId} or a later one
     */
    private static long placeToEnd(final WalkScene s, final long firstId, final WithAnEnd order) throws Exception {
        long id = firstId;
        for (int withinMs = END_MS; ; withinMs *= 2) {
            final long endMs = System.currentTimeMillis() + withinMs;
            final PlaceOrder sent = order.of(id, endMs * 1_000_000);
            final String answer = s.door.send(sent);
            if (answer.equals("SUCCESS")) {
                return id;
            }
            assertTrue(System.currentTimeMillis() >= endMs && withinMs < MOST_END_MS, () -> sent + " " + answer);
            id++;
        }
    }

    private static void ends() {
        row("an order ends at its expiry time", of(Term.EXPIRE_AT, CancelReason.EXPIRED), s -> {
            final long id = placeToEnd(s, 11, (own, endNs) -> s.bid('A', own, 5, 100)
                    .withTerms(terms().expireAt(endNs).build()));
            s.rested(id, 5);
            s.ended(id, End.EXPIRED);
            s.left(id, 0);
            s.ok(s.ask('B', 2, 5, 100));
            s.left(2, 5);
            s.traded(id, 0);
        });
        row("a stop ends at its expiry time", of(Term.EXPIRE_AT, Term.TRIGGER, CancelReason.EXPIRED), s -> {
            final long id = placeToEnd(s, 11, (own, endNs) -> s.ask('A', own, 5, 90)
                    .withTerms(terms().trigger(95, TriggerWhen.FALLS)
                            .expireAt(endNs)
                            .build()));
            s.ended(id, End.EXPIRED);
            s.trade(2, 95);
            s.ok(s.bid('B', 4, 5, 90));
            s.left(4, 5);
            s.traded(id, 0);
        });
        row("a TICK ends the orders that are due", of(CommandType.TICK), s -> s.ok(new Tick(s.symbol)));
        for (final Term term : List.of(Term.DAY, Term.REDUCE_ONLY)) {
            row(
                    term + " is refused for now",
                    of(term),
                    s -> s.refused(
                            ResultCode.INVALID_TERMS,
                            s.bid('A', 1, 5, 100)
                                    .withTerms(OrderTerms.builder().set(term, 1).build())));
        }
        row("a mass cancel ends all orders of a user", of(CommandType.MASS_CANCEL, CancelReason.MASS), s -> {
            s.ok(s.bid('A', 1, 5, 100));
            s.ok(s.ask('A', 2, 5, 110));
            s.ok(s.bid('B', 3, 5, 100));
            s.ok(s.massCancel('A', null, false, false));
            s.ended(1, End.MASS);
            s.ended(2, End.MASS);
            s.ok(s.ask('H', 4, 5, 100));
            s.traded(3, 5);
            s.traded(1, 0);
        });
        row("a mass cancel can be limited to one side", of(Feature.MASS_OF_A_SIDE), s -> {
            s.ok(s.bid('A', 1, 5, 100));
            s.ok(s.ask('A', 2, 5, 110));
            s.ok(s.massCancel('A', Side.BID, false, false));
            s.ended(1, End.MASS);
            s.buy(3, 5, 110);
            s.traded(2, 5);
        });
        row("a mass cancel can be limited to flagged orders", of(Term.FLAGGED, CancelReason.MASS), s -> {
            s.ok(s.bid('A', 1, 5, 100).withTerms(terms().flagged().build()));
            s.ok(s.bid('A', 2, 5, 100));
            s.ok(s.massCancel('A', null, true, false));
            s.ended(1, End.MASS);
            s.sell(3, 10, 100);
            s.traded(2, 5);
            s.traded(1, 0);
        });
    }

    private static void stp(final StpMode mode, final Script expected) {
        row("self-trade prevention " + mode, of(Term.STP, mode, CancelReason.STP), s -> {
            s.ok(s.ask('A', 1, 5, 100));
            s.ok(s.bid('A', 2, 8, 100).withTerms(terms().stp(mode).build()));
            expected.run(s);
        });
    }

    private static void selfTrades() {
        stp(StpMode.NONE, s -> {
            s.traded(1, 5);
            s.left(2, 3);
        });
        stp(StpMode.CANCEL_TAKER, s -> {
            s.ended(2, End.REJECTED);
            s.left(1, 5);
        });
        stp(StpMode.CANCEL_MAKER, s -> {
            s.ended(1, End.STP);
            s.left(1, 0);
            s.left(2, 8);
        });
        stp(StpMode.CANCEL_BOTH, s -> {
            s.ended(1, End.STP);
            s.ended(2, End.REJECTED);
            s.left(1, 0);
        });
        stp(StpMode.DECREMENT, s -> {
            s.ended(1, End.STP);
            s.left(1, 0);
            s.sell(3, 10, 100);
            s.traded(3, 3);
        });
        row(
                "a user's setting prevents self-trades",
                of(UserSetting.STP_MODE, CommandType.SET_USER, CancelReason.STP),
                s -> {
                    s.ok(s.ask('D', 1, 5, 100));
                    s.ok(s.bid('D', 2, 8, 100));
                    s.ended(1, End.STP);
                    s.left(2, 8);
                });
        row("users of a group do not trade with each other", of(UserSetting.STP_GROUP), s -> {
            s.ok(s.ask('E', 1, 5, 100));
            s.ok(s.bid('F', 2, 8, 100));
            s.ended(1, End.STP);
            s.ended(2, End.REJECTED);
            s.left(2, 0);
        });
        row("a setting limits the live orders of a user", of(UserSetting.MAX_OPEN_ORDERS), s -> {
            s.ok(s.bid('G', 1, 5, 100));
            s.ok(s.bid('G', 2, 5, 100));
            s.refused(ResultCode.RISK_OPEN_ORDERS_LIMIT, s.bid('G', 3, 5, 100));
            s.cancel('G', 1);
            s.ok(s.bid('G', 3, 5, 100));
            s.cancel('G', 2);
            s.cancel('G', 3);
        });
    }

    private static void brackets() {
        row("the exit of a bracket sells at its limit", of(Term.EXIT_ORDER_ID, Term.EXIT_PRICE, ActCause.EXIT), s -> {
            s.ok(s.bid('A', 1, 5, 100).withTerms(terms().exit(11, 110, 0, 0).build()));
            s.sell(2, 3, 100);
            s.traded(1, 3);
            s.buy(3, 10, 110);
            s.traded(3, 3);
            s.traded(11, 3);
        });
        row(
                "the exit of a bracket sells at its stop",
                of(Term.EXIT_ORDER_ID, Term.EXIT_TRIGGER, Term.EXIT_STOP_PRICE, ActCause.EXIT),
                s -> {
                    s.ok(s.bid('A', 1, 5, 100)
                            .withTerms(terms().exit(11, 110, 95, 90).build()));
                    s.sell(2, 5, 100);
                    s.ok(s.bid('B', 3, 10, 95));
                    s.ok(s.ask('H', 4, 1, 95).withType(OrderType.IOC));
                    s.traded(11, 5);
                    s.traded(3, 6);
                });
    }

    private static void people() {
        row(
                "a suspended user can only cancel, and trades again once resumed",
                of(CommandType.SUSPEND_USER, CommandType.RESUME_USER),
                s -> {
                    s.ok(s.bid('C', 1, 5, 100));
                    s.ok(new SuspendUser(s.door.uid('C')));
                    s.refused(ResultCode.AUTH_USER_SUSPENDED, s.bid('C', 2, 5, 100));
                    s.cancel('C', 1);
                    s.ended(1, End.OWNER);
                    s.ok(new ResumeUser(s.door.uid('C')));
                    s.ok(s.bid('C', 3, 5, 100));
                    s.sell(4, 5, 100);
                    s.traded(3, 5);
                });
        row("a mass cancel can suspend its user first", of(CommandType.MASS_CANCEL, Term.SUSPEND), s -> {
            s.ok(s.bid('C', 1, 5, 100));
            s.ok(s.massCancel('C', null, false, true));
            s.ended(1, End.MASS);
            s.refused(ResultCode.AUTH_USER_SUSPENDED, s.bid('C', 2, 5, 100));
            s.ok(new ResumeUser(s.door.uid('C')));
        });
        row("a user is added, gets money, and trades", of(CommandType.ADD_USER, CommandType.ADJUST_BALANCE), s -> {
            s.refused(ResultCode.AUTH_INVALID_USER, s.bid('N', 1, 5, 100));
            s.ok(new AddUser(s.door.uid('N')));
            s.refused(ResultCode.RISK_NSF, s.bid('N', 2, 5, 100));
            s.ok(new AdjustBalance(s.door.uid('N'), WalkExec.QUOTE, 100_000, 1));
            s.ok(s.bid('N', 3, 5, 100));
            s.sell(4, 5, 100);
            s.traded(3, 5);
        });
        row("a report of a user has the balances", of(CommandType.USER_REPORT, CommandType.ADD_ACCOUNTS), s -> {
            final long before = s.door.balance(s.door.uid('A'));
            s.ok(s.bid('A', 1, 5, 100));
            s.sell(2, 5, 100);
            s.traded(1, 5);
            assertEquals(before - 500, s.door.balance(s.door.uid('A')));
        });
    }

    private static void venue() {
        row("a book shows its levels", of(CommandType.ORDER_BOOK_REQUEST, CommandType.ADD_SYMBOLS), s -> {
            s.ok(s.ask('A', 1, 5, 110));
            s.ok(s.bid('A', 2, 4, 100));
            s.left(2, 4);
            s.door.awaitBook(s.symbol, "110x5 100x4");
        });
        row("a listing that is added trades at once", of(CommandType.ADD_SYMBOL), s -> {
            assertNotEquals("SUCCESS", s.door.send(s.bid('A', 1, 5, 100)));
            s.ok(new AddSymbol(SymbolSpec.exchangePair(s.symbol, WalkExec.BASE, WalkExec.QUOTE)
                    .build()));
            s.ok(s.bid('A', 2, 5, 100));
            s.sell(3, 5, 100);
            s.traded(2, 5);
        });
        row("a snapshot is taken", of(CommandType.PERSIST_SNAPSHOT), s -> s.ok(new PersistSnapshot()));
        row("a NOP gets a sequence number", of(CommandType.NOP), s -> s.ok(new Nop()));
        row("totals and the state hash can be queried", of(CommandType.TOTALS_REPORT, CommandType.STATE_HASH), s -> {
            final WalkExec exec = (WalkExec) s.door;
            assertTrue(exec.query("totals_report").contains("\"balances\":"));
            assertTrue(exec.query("state_hash").contains("\"hash\":\""));
        });
        row("a reset wipes everything", of(CommandType.RESET), s -> {
            s.ok(new Reset());
            s.refused(ResultCode.AUTH_INVALID_USER, s.bid('A', 1, 5, 100));
        });
    }
}
