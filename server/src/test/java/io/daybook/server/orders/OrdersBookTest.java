package io.daybook.server.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.Limits;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.OnFailure;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import io.daybook.server.history.HistoryFollower;
import io.daybook.server.history.MarketHistory;
import io.daybook.wire.OffReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the book with the exchange, and with itself after restarts, with and without snapshots before them. */
@Proves(
        value = "the HTTP door has the orders of the exchange, and the same orders, fills and client ids after a start",
        normal = "4 runs of the exchange",
        large = "100")
class OrdersBookTest {
    private static final int USERS = 3;
    private static final long NOT_SHOWN = 3;
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    /** The number of times that all updates were compared. */
    private int dense;

    private int withTerms;

    /** A run of the exchange with its followers. */
    private final class Life implements AutoCloseable {
        private final OrdersBook book = shown();
        private final MarketHistory history = new MarketHistory();
        private final OrdersFollower follower = new OrdersFollower(book);
        private final Exchange exchange = DaybookExchange.builder()
                .journal(folder.resolve("data"))
                .attach(follower, OnFailure.HALT)
                .attach(new HistoryFollower(history), OnFailure.HALT)
                .start();
        private final OrderDoor door = new OrderDoor(exchange, book, follower);

        private static OrdersBook shown() {
            final OrdersBook fresh = new OrdersBook();
            fresh.keepUpdates(List.of(1L, 2L));
            return fresh;
        }

        @Override
        public void close() {
            exchange.close();
        }
    }

    @Test
    void shouldCallAnOrderFilledWhoseLastLotsTradedAfterAReduction() throws Exception {
        try (Life life = new Life()) {
            begin(life.exchange);
            final OrderView bid = Objects.requireNonNull(life.door
                    .place(262_145, PlaceOrder.gtc(1, 1, 0, Side.BID, 100, 10), "bid", 1)
                    .outcome()
                    .join()
                    .order());
            life.door.submit(new ReduceOrder(1, 1, bid.orderId(), 4)).join();
            life.door
                    .place(262_145, PlaceOrder.ioc(2, 1, 0, Side.ASK, 100, 6), "ask", 2)
                    .outcome()
                    .join();
            assertEquals(OrderState.FILLED, life.book.closed(1).get(0).state());
        }
    }

    @Test
    void shouldTakeNoIdForWhatIsNotSent() throws Exception {
        try (Life life = new Life()) {
            begin(life.exchange);
            final long before = placed(life, "before");
            final Map<Long, Map<Integer, Long>> many = new TreeMap<>();
            for (long uid = 1_000; uid < 1_000 + Limits.MAX_COMMAND_BYTES / Integer.BYTES; uid++) {
                many.put(uid, Map.of(10, 1L));
            }
            final AddAccounts tooLong = AddAccounts.of(many);
            assertThrows(IllegalArgumentException.class, () -> life.door.submit(tooLong));
            assertEquals(before + 1, placed(life, "behind"));
        }
    }

    private static long placed(final Life life, final String clientId) throws Exception {
        return id(life, PlaceOrder.gtc(1, 1, 0, Side.BID, 100, 10), clientId);
    }

    @Test
    void shouldTellWhichOfTwoOrdersWithOneIdAMassCancelTook() throws Exception {
        try (Life life = new Life()) {
            begin(life.exchange);
            life.exchange
                    .submit(new AddSymbol(SymbolSpec.exchangePair(2, 10, 20)
                            .lotSize(1)
                            .tickValue(1)
                            .build()))
                    .join();
            // Embedders choose ids that are unique only per symbol; of these two orders, only the bid is cancelled.
            life.exchange.submit(PlaceOrder.gtc(1, 1, 7, Side.ASK, 100, 10)).join();
            life.exchange.submit(PlaceOrder.gtc(1, 2, 7, Side.BID, 90, 10)).join();
            life.door.submit(new MassCancel(1, 0, Side.BID, false, false)).join();
            assertEquals(
                    List.of(1),
                    life.book.live(1).stream().map(OrderView::symbol).toList());
            assertEquals(2, life.book.closed(1).get(0).symbol());
            assertEquals(
                    List.of(1, 2),
                    life.book.find(1, 7).stream().map(OrderView::symbol).toList());
        }
    }

    @Test
    void shouldBeTheSameAfterARestartAndAgreeWithTheExchange() throws Exception {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        System.out.println("seed=" + seed);
        final SplittableRandom dice = new SplittableRandom(seed);
        final int lives = Boolean.getBoolean("daybook.long") ? 100 : 4;
        OrdersPart.Copy before = null;
        String trades = "";
        for (int i = 0; i < lives; i++) {
            try (Life life = new Life()) {
                if (before == null) {
                    begin(life.exchange);
                } else {
                    assertEquals(sorted(before), sorted(life.book.copy()), "seed=" + seed + " life=" + i);
                    assertEquals(trades, trades(life), "seed=" + seed + " life=" + i);
                }
                trade(life, dice, 120);
                if (dice.nextBoolean()) {
                    life.exchange.snapshot().join();
                    trade(life, dice, 50);
                }
                while (life.history.seq() < life.book.seq()) {
                    LockSupport.parkNanos(LOOK_NS);
                }
                agree(life, seed);
                before = life.book.copy();
                trades = trades(life);
            }
        }
        assertTrue(dense > 0, "the test must compare updates");
        assertTrue(withTerms > 0, "the test must compare orders with terms");
        assertTrue(
                before != null
                        && before.users().stream().anyMatch(user -> user.fills().size() > 20),
                "a user must have many fills");
    }

    @Test
    void shouldKeepUpdatesOfThoseWhoMayBeShownThem() {
        try (Life life = new Life()) {
            begin(life.exchange);
            final List<String> told = new ArrayList<>();
            life.book.listener((uid, update) -> told.add(uid + " " + update.n()));
            for (long uid = 1; uid <= USERS; uid++) {
                for (int i = 0; i < 3; i++) {
                    life.exchange
                            .submit(PlaceOrder.gtc(uid, 1, 10 * uid + i, Side.BID, 50 + i, 1))
                            .join();
                }
            }
            awaitBook(life);
            assertEquals(3, life.book.lastUpdate(1));
            assertEquals(3, life.book.lastUpdate(NOT_SHOWN), "updates that are not kept must be counted");
            assertEquals(
                    List.of(2L, 3L),
                    Objects.requireNonNull(life.book.updates(1, 2, 10)).stream()
                            .map(Update::n)
                            .toList());
            assertEquals(null, life.book.updates(NOT_SHOWN, 2, 10));
            assertEquals(List.of("1 1", "1 2", "1 3", "2 1", "2 2", "2 3"), told);
            life.book.keepUpdates(List.of(NOT_SHOWN));
            life.exchange
                    .submit(PlaceOrder.gtc(NOT_SHOWN, 1, 99, Side.BID, 40, 1))
                    .join();
            awaitBook(life);
            assertEquals(null, life.book.updates(NOT_SHOWN, 3, 10));
            assertEquals(
                    1,
                    Objects.requireNonNull(life.book.updates(NOT_SHOWN, 4, 10)).size());
        }
    }

    @Test
    void shouldTellWhenATriggerIsMetAndWhyAnOrderEnds() throws Exception {
        try (Life life = new Life()) {
            begin(life.exchange);
            final OrderTerms falls =
                    OrderTerms.builder().trigger(95, TriggerWhen.FALLS).build();
            final long stop = id(life, PlaceOrder.gtc(1, 1, 0, Side.ASK, 94, 10).withTerms(falls), "stop");
            assertTrue(life.book.live(1).get(0).isDormant());
            final long before = life.book.lastUpdate(1);
            life.exchange.submit(PlaceOrder.gtc(3, 1, 7, Side.BID, 93, 1)).join();
            life.exchange.submit(PlaceOrder.gtc(3, 1, 8, Side.BID, 95, 1)).join();
            life.exchange.submit(PlaceOrder.ioc(2, 1, 9, Side.ASK, 95, 1)).join(); // no bid is left for an ask at 94
            awaitBook(life);
            final OrderView woken = life.book.find(1, stop).get(0);
            assertFalse(woken.isDormant());
            assertTrue(woken.isTriggered());
            assertEquals(falls, woken.terms());
            assertEquals(
                    List.of(woken),
                    Objects.requireNonNull(life.book.updates(1, before + 1, 10)).stream()
                            .map(Update::order)
                            .toList());
            life.door.submit(new CancelOrder(1, 1, stop)).join();
            final long none = id(life, PlaceOrder.ioc(1, 1, 0, Side.ASK, 99, 10), "ioc");
            final long many = id(life, PlaceOrder.gtc(1, 1, 0, Side.ASK, 99, 10), "mass");
            life.door.submit(new MassCancel(1, 1, null, false, false)).join();
            final List<OffReason> ends = new ArrayList<>();
            for (final long id : List.of(stop, none, many)) {
                ends.add(life.book.find(1, id).get(0).end());
            }
            assertEquals(List.of(OffReason.REDUCED, OffReason.REJECTED, OffReason.MASS), ends);
        }
    }

    private static void awaitBook(final Life life) {
        while (life.book.seq() < life.exchange.metrics().deliveredSeq()) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private static long id(final Life life, final PlaceOrder order, final String clientId) throws Exception {
        return Objects.requireNonNull(life.door
                        .place(262_145, order, clientId, 1)
                        .outcome()
                        .join()
                        .order())
                .orderId();
    }

    private static String trades(final Life life) {
        final var all = life.history.trades(1, 10_000, Long.MAX_VALUE, 0);
        return all.size() + " trades, the last " + (all.isEmpty() ? "none" : all.get(0)) + ", hash "
                + all.toString().hashCode();
    }

    private static void begin(final Exchange exchange) {
        exchange.submit(
                        new AddSymbol(SymbolSpec.exchangePair(1, 10, 20)
                                .lotSize(1)
                                .tickValue(1)
                                .feesProportional(2_000, 1_000)
                                .build()),
                        0,
                        OrdersBook.markOfWoken())
                .join();
        final SortedMap<Long, SortedMap<Integer, Long>> accounts = new TreeMap<>();
        for (long uid = 1; uid <= USERS; uid++) {
            accounts.put(uid, new TreeMap<>(Map.of(10, 1_000_000L, 20, 1_000_000L)));
        }
        exchange.submit(new AddAccounts(accounts)).join();
    }

    private static void trade(final Life life, final SplittableRandom dice, final int commands) throws Exception {
        for (int i = 0; i < commands; i++) {
            final long uid = 1 + dice.nextInt(USERS);
            if (dice.nextInt(3) > 0) {
                final String id = "c-" + dice.nextInt(500);
                final PlaceOrder order = order(uid, dice);
                try {
                    life.door
                            .place(262_145, order, id, order.hashCode())
                            .outcome()
                            .join();
                } catch (OrderDoor.UsedIdException e) {
                    assertTrue(life.book.known(uid, id) != null, "a used id must be known");
                }
            } else {
                life.door.submit(change(life.book, uid, dice)).join();
            }
        }
    }

    private static PlaceOrder order(final long uid, final SplittableRandom dice) {
        final OrderType[] types = {
            OrderType.GTC, OrderType.GTC, OrderType.GTC, OrderType.IOC, OrderType.FOK, OrderType.POST_ONLY
        };
        final long price = 90 + dice.nextInt(20);
        final PlaceOrder order = new PlaceOrder(
                uid,
                1,
                0,
                dice.nextBoolean() ? Side.BID : Side.ASK,
                types[dice.nextInt(types.length)],
                price,
                0,
                1 + dice.nextInt(dice.nextInt(20) == 0 ? 100_000 : 50));
        if (order.orderType() != OrderType.GTC || dice.nextInt(4) > 0) {
            return order;
        }
        return order.withTerms(terms(order, dice));
    }

    /** Makes terms, of which the exchange refuses some. */
    private static OrderTerms terms(final PlaceOrder order, final SplittableRandom dice) {
        final boolean isBid = order.side() == Side.BID;
        final long price = order.price();
        final OrderTerms.Builder terms = OrderTerms.builder();
        switch (dice.nextInt(6)) {
            case 0, 1 -> terms.trigger(90 + dice.nextInt(20), isBid ? TriggerWhen.RISES : TriggerWhen.FALLS);
            case 2 -> terms.display(1 + dice.nextInt(20));
            case 3 ->
                terms.trigger(price + (isBid ? 4 : -4), isBid ? TriggerWhen.RISES : TriggerWhen.FALLS)
                        .stopPrice(price + (isBid ? 6 : -6));
            case 4 -> terms.minSize(1).expireAt(Long.MAX_VALUE).flagged();
            default ->
                terms.exit(
                        1_000_000 + dice.nextInt(1_000_000), dice.nextBoolean() ? price + 3 : 0, price - 3, price - 5);
        }
        return terms.build();
    }

    /**
     * The present terms of an order, without those for its first entry only, and without those that its trigger has
     * ended.
     */
    private static OrderTerms now(final OrderTerms said, final boolean isTriggered) {
        final Set<Term> gone = EnumSet.of(Term.MIN_SIZE, Term.SLIPPAGE);
        if (isTriggered) {
            gone.addAll(Set.of(Term.TRIGGER, Term.WHEN, Term.STOP_PRICE));
        }
        final OrderTerms.Builder now = OrderTerms.builder();
        for (final Term term : Term.values()) {
            if (said.has(term) && !gone.contains(term)) {
                now.set(term, said.get(term));
            }
        }
        return now.build();
    }

    private static Command change(final OrdersBook book, final long uid, final SplittableRandom dice) {
        final List<OrderView> live = book.live(uid);
        if (live.isEmpty() || dice.nextInt(50) == 0) {
            return new MassCancel(uid, dice.nextBoolean() ? 1 : 0, null, false, false);
        }
        final long id = live.get(dice.nextInt(live.size())).orderId();
        return switch (dice.nextInt(4)) {
            case 0 -> new CancelOrder(uid, 1, id);
            case 1 -> new ReduceOrder(uid, 1, id, 1 + dice.nextInt(10));
            case 2 -> new MoveOrder(uid, 1, id, 90 + dice.nextInt(20));
            default -> ReplaceOrder.of(uid, 1, id, 90 + dice.nextInt(20), 1 + dice.nextInt(60));
        };
    }

    /**
     * Checks that the live orders are those of the exchange, with the same prices and remaining lots, and that each
     * client id has one order.
     */
    private void agree(final Life life, final long seed) {
        for (long uid = 1; uid <= USERS; uid++) {
            final UserReport report =
                    life.exchange.query(new UserReportQuery(uid)).join();
            final Map<Long, String> theirs = new TreeMap<>();
            report.orders()
                    .forEach(order -> theirs.put(
                            order.orderId(),
                            order.price() + " " + order.remaining() + " " + now(order.terms(), false) + " "
                                    + order.dormant()));
            final Map<Long, String> ours = new TreeMap<>();
            life.book
                    .live(uid)
                    .forEach(order -> ours.put(
                            order.orderId(),
                            order.price() + " " + order.remaining() + " " + now(order.terms(), order.isTriggered())
                                    + " " + order.isDormant()));
            withTerms += (int) ours.values().stream()
                    .filter(order -> !order.contains("[]"))
                    .count();
            assertEquals(theirs, ours, "seed=" + seed);
            final long last = life.book.lastUpdate(uid);
            final List<Update> updates = life.book.updates(uid, Math.max(1, last - 20), 1_000);
            if (uid == NOT_SHOWN) {
                assertTrue(last == 0 || updates == null, "seed=" + seed);
            } else if (updates != null && last > 0) { // fewer are kept shortly after a snapshot
                assertEquals(
                        LongStream.rangeClosed(Math.max(1, last - 20), last)
                                .boxed()
                                .toList(),
                        updates.stream().map(Update::n).toList(),
                        "seed=" + seed);
                dense++;
            }
        }
    }

    /** Sorts users and client ids, which are in hash maps. */
    private static List<String> sorted(final OrdersPart.Copy copy) {
        final List<String> lines = new ArrayList<>();
        lines.add("last " + copy.lastId());
        copy.closedClients().forEach(client -> lines.add("closed " + client));
        for (final OrdersPart.UserCopy user : copy.users()) {
            lines.add(user.uid() + " n " + user.lastUpdate());
            user.live().forEach(order -> lines.add(user.uid() + " live " + order));
            lines.add(user.uid() + " closed " + user.closed());
            lines.add(user.uid() + " fills " + user.fills());
            user.liveClients().forEach(client -> lines.add(user.uid() + " client " + client));
        }
        lines.sort(null);
        return lines;
    }
}
