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

/** The promises of docs/semantics.md, a row each: its subject, and a script that shows its effect through any door. */
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
     * @param about the constants of the API that it is about: a door offers them, or the cell has the reason why not
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
        row("IOC gives back what it does not trade", of(OrderType.IOC), s -> {
            s.ok(s.ask('A', 1, 3, 100));
            s.buy(2, 5, 100);
            s.traded(2, 3);
            s.ended(2, End.REJECTED);
            s.left(2, 0);
        });
        row("FOK trades all or nothing", of(OrderType.FOK), s -> {
            s.ok(s.ask('A', 1, 3, 100));
            s.ok(s.bid('B', 2, 5, 100).withType(OrderType.FOK));
            s.ended(2, End.REJECTED);
            s.traded(2, 0);
            s.ok(s.bid('B', 3, 3, 100).withType(OrderType.FOK));
            s.traded(3, 3);
        });
        row("FOK_BUDGET trades all within a total, or nothing", of(OrderType.FOK_BUDGET), s -> {
            s.ok(s.ask('A', 1, 2, 100));
            s.ok(s.ask('A', 2, 2, 102));
            s.ok(s.bid('B', 3, 4, 403).withType(OrderType.FOK_BUDGET));
            s.ended(3, End.REJECTED);
            s.traded(3, 0);
            s.ok(s.bid('B', 4, 4, 404).withType(OrderType.FOK_BUDGET));
            s.traded(4, 4);
        });
        row("IOC_BUDGET takes lots while its money lasts", of(OrderType.IOC_BUDGET), s -> {
            s.ok(s.ask('A', 1, 2, 100));
            s.ok(s.ask('A', 2, 5, 102));
            s.ok(s.bid('B', 3, 3, 301).withType(OrderType.IOC_BUDGET));
            s.traded(3, 2);
            s.left(3, 0);
            s.left(2, 5);
        });
        row("POST_ONLY rests, or is given back", of(OrderType.POST_ONLY), s -> {
            s.ok(s.ask('A', 1, 5, 100));
            s.door.send(s.bid('B', 2, 5, 100).withType(OrderType.POST_ONLY));
            s.left(1, 5);
            s.ok(s.bid('B', 3, 5, 99).withType(OrderType.POST_ONLY));
            s.left(3, 5);
            s.traded(1, 0);
            s.sell(4, 5, 99);
        });
        row("contracts trade", of(Feature.FUTURES), s -> {
            s.ok(s.bid('A', 1, 5, 100));
            s.sell(2, 3, 100);
            s.traded(1, 3);
            s.left(1, 2);
        });
    }

    /** Stops of A for 5 lots wait for 95; B bids there. */
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
                "a stop with a limit wakes and rests",
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
        row("a trigger that is met already is refused", of(Term.TRIGGER, Term.WHEN, TriggerWhen.RISES), s -> {
            s.trade(1, 105);
            s.refused(
                    ResultCode.MATCHING_TRIGGER_ALREADY_MET,
                    s.bid('A', 3, 5, 110)
                            .withTerms(terms().trigger(105, TriggerWhen.RISES).build()));
        });
        row("an order that takes a profit trades when the price comes to it", of(Term.TRIGGER, Feature.TOUCH), s -> {
            s.ok(s.ask('A', 1, 5, 100)
                    .withTerms(terms().trigger(105, TriggerWhen.RISES).build()));
            s.buy(2, 5, 100);
            s.traded(1, 0);
            s.trade(3, 105);
            s.buy(5, 5, 100);
            s.traded(1, 5);
        });
        row("triggers go by the last price", of(Term.TRIGGER_BY, PriceSource.LAST), s -> {
            s.ok(s.ask('A', 1, 5, 90)
                    .withType(OrderType.IOC)
                    .withTerms(terms().trigger(95, TriggerWhen.FALLS)
                            .set(Term.TRIGGER_BY, PriceSource.LAST.code())
                            .build()));
            fireAt95(s, 2);
            s.traded(1, 5);
        });
        row(
                "triggers by the mark price are refused for now",
                of(Term.TRIGGER_BY, PriceSource.MARK),
                s -> s.refused(
                        ResultCode.INVALID_TERMS,
                        s.ask('A', 1, 5, 90)
                                .withTerms(terms().trigger(95, TriggerWhen.FALLS)
                                        .set(Term.TRIGGER_BY, PriceSource.MARK.code())
                                        .build())));
        row("one order has two faces: a limit and a stop", of(Term.STOP_PRICE), s -> {
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
        row("all that one trade fires is carried out without another command", of(Feature.LEFT_OVER), s -> {
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
        row("a place that finds acts left over carries them out first", of(ActCause.COMMAND), s -> {
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
                "an order is shown with its terms, and whether it waits",
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
        row("an iceberg shows a part, and refills behind others", of(Term.DISPLAY), s -> {
            s.ok(s.ask('A', 1, 10, 100).withTerms(terms().display(2).build()));
            s.ok(s.ask('A', 2, 5, 100));
            s.buy(3, 7, 100);
            s.traded(2, 5);
            s.traded(1, 2);
            s.buy(4, 20, 100);
            s.traded(1, 10);
        });
        row("a hidden order trades behind those that are shown", of(Term.DISPLAY, Feature.HIDDEN), s -> {
            s.ok(s.ask('A', 1, 5, 100).withTerms(terms().hidden().build()));
            s.ok(s.ask('A', 2, 5, 100));
            s.buy(3, 5, 100);
            s.traded(2, 5);
            s.traded(1, 0);
            s.buy(4, 5, 100);
            s.traded(1, 5);
        });
        row("a least size trades at once, or nothing does", of(Term.MIN_SIZE), s -> {
            s.ok(s.ask('A', 1, 3, 100));
            s.ok(s.bid('B', 2, 5, 100).withTerms(terms().minSize(4).build()));
            s.ended(2, End.REJECTED);
            s.left(1, 3);
            s.ok(s.bid('B', 3, 5, 100).withTerms(terms().minSize(3).build()));
            s.traded(3, 3);
            s.left(3, 2);
        });
        row("slippage bounds the price relative to the best one", of(Term.SLIPPAGE), s -> {
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
        row("a POST_ONLY that slides rests before the best price", of(Term.SLIDE), s -> {
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

    /** An order with this id that ends at this time, ns since the epoch. */
    private interface WithAnEnd {
        PlaceOrder of(long id, long endNs);
    }

    /**
     * Places an order that is accepted before its end; if the machine stalled until then, tries again with more time.
     *
     * @return its id, from {@code firstId} on
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
        row("an order ends at its time", of(Term.EXPIRE_AT, CancelReason.EXPIRED), s -> {
            final long id = placeToEnd(s, 11, (own, endNs) -> s.bid('A', own, 5, 100)
                    .withTerms(terms().expireAt(endNs).build()));
            s.rested(id, 5);
            s.ended(id, End.EXPIRED);
            s.left(id, 0);
            s.ok(s.ask('B', 2, 5, 100));
            s.left(2, 5);
            s.traded(id, 0);
        });
        row("a stop ends at its time", of(Term.EXPIRE_AT, Term.TRIGGER, CancelReason.EXPIRED), s -> {
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
        row("a TICK ends what is due", of(CommandType.TICK), s -> s.ok(new Tick(s.symbol)));
        for (final Term term : List.of(Term.DAY, Term.REDUCE_ONLY)) {
            row(
                    term + " is refused as yet",
                    of(term),
                    s -> s.refused(
                            ResultCode.INVALID_TERMS,
                            s.bid('A', 1, 5, 100)
                                    .withTerms(OrderTerms.builder().set(term, 1).build())));
        }
        row("a mass cancel takes all orders of a user", of(CommandType.MASS_CANCEL, CancelReason.MASS), s -> {
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
        row("a mass cancel takes one side", of(Feature.MASS_OF_A_SIDE), s -> {
            s.ok(s.bid('A', 1, 5, 100));
            s.ok(s.ask('A', 2, 5, 110));
            s.ok(s.massCancel('A', Side.BID, false, false));
            s.ended(1, End.MASS);
            s.buy(3, 5, 110);
            s.traded(2, 5);
        });
        row("a mass cancel takes flagged orders alone", of(Term.FLAGGED, CancelReason.MASS), s -> {
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
        row("a user's most live orders", of(UserSetting.MAX_OPEN_ORDERS), s -> {
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
        row("what a bracket buys is sold at its profit", of(Term.EXIT_ORDER_ID, Term.EXIT_PRICE, ActCause.EXIT), s -> {
            s.ok(s.bid('A', 1, 5, 100).withTerms(terms().exit(11, 110, 0, 0).build()));
            s.sell(2, 3, 100);
            s.traded(1, 3);
            s.buy(3, 10, 110);
            s.traded(3, 3);
            s.traded(11, 3);
        });
        row(
                "what a bracket buys is sold at its loss",
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
                "a suspended user cancels, and trades again once resumed",
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
        row("a mass cancel suspends its user first", of(CommandType.MASS_CANCEL, Term.SUSPEND), s -> {
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
        row("a user sees its money", of(CommandType.USER_REPORT, CommandType.ADD_ACCOUNTS), s -> {
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
        row("a NOP takes a number", of(CommandType.NOP), s -> s.ok(new Nop()));
        row("totals balance, and the state has a hash", of(CommandType.TOTALS_REPORT, CommandType.STATE_HASH), s -> {
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
