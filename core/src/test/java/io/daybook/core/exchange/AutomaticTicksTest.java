package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelReason;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Limits;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderTerms;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Reset;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.api.TriggerWhen;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Proves("automatic ticks survive full rings and disks")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
class AutomaticTicksTest {
    private static final int STOPS = 2_100;
    private static final int OVERDUE = 2_100;
    private static final long SOON_NS = TimeUnit.MILLISECONDS.toNanos(700);
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    @TempDir
    private Path folder;

    private int lives;

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(1), Topology.pipelined(2));
    }

    private ExchangeConfig.Builder config(final Topology topology) {
        return ExchangeConfig.builder()
                .topology(topology)
                .journal(folder.resolve("life-" + lives))
                .ackMode(AckMode.AFTER_WRITE)
                .resetAllowed(true);
    }

    private static long nowNs() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    private static CommandResult send(final Exchange exchange, final Command command) {
        return exchange.submit(command).join();
    }

    private static void open(final Exchange exchange) {
        for (int symbol = 1; symbol <= 3; symbol++) {
            send(exchange, new AddSymbol(SymbolSpec.exchangePair(symbol, 10, 20).build()));
        }
        send(
                exchange,
                AddAccounts.of(Map.of(
                        1L, Map.of(10, 1L << 40, 20, 1L << 40),
                        2L, Map.of(10, 1L << 40, 20, 1L << 40))));
    }

    private static PlaceOrder expiring(final int symbol, final long id, final long expireAt) {
        return PlaceOrder.gtc(1, symbol, id, Side.BID, 10, 5)
                .withTerms(OrderTerms.builder().expireAt(expireAt).build());
    }

    /** A test with orders that expire soon, on an exchange of its own. */
    private interface Soon {
        /** Returns false if the orders came too late, so that the test proves nothing. */
        boolean isInTime(long soonNs) throws InterruptedException;
    }

    /**
     * Runs the test with more and more time, because a slow machine may need longer for the steps before orders expire.
     */
    private void inTime(final Soon orders) throws InterruptedException {
        long soonNs = SOON_NS;
        while (!orders.isInTime(soonNs)) {
            soonNs *= 8;
            assertTrue(soonNs < TimeUnit.MINUTES.toNanos(10), "it is never in time");
            lives++;
        }
    }

    /** Sends stops that will find nothing to trade with, then the trade that fires them all. */
    private static CommandResult fire(final Exchange exchange) {
        final List<CompletableFuture<CommandResult>> stops = new ArrayList<>();
        for (int i = 0; i < STOPS; i++) {
            stops.add(exchange.submit(PlaceOrder.ioc(1, 2, 1 + i, Side.BID, 90, 1)
                    .withTerms(OrderTerms.builder()
                            .trigger(50 + i % 20, TriggerWhen.RISES)
                            .build())));
        }
        stops.forEach(stop -> assertTrue(stop.join().isSuccess()));
        send(exchange, PlaceOrder.gtc(2, 2, 100_000, Side.ASK, 80, 1));
        return send(exchange, PlaceOrder.ioc(2, 2, 100_001, Side.BID, 80, 1));
    }

    /** Waits for the next tick. An exchange without threads reads the time only with a command, so this sends some. */
    private static Heard next(final Exchange exchange, final Results results) throws InterruptedException {
        Heard heard = null;
        while (heard == null) {
            if (exchange.config().topology().kind() == Topology.Kind.INLINE) {
                send(exchange, new Nop());
            }
            heard = results.ticks.poll(1, TimeUnit.MILLISECONDS);
        }
        assertFalse(results.refused, "no tick is refused");
        return heard;
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldEndOrdersWhenTheirTimeHasCome(final Topology topology) throws InterruptedException {
        inTime(soonNs -> endsOrdersWhenTheirTimeHasCome(topology, soonNs));
    }

    private boolean endsOrdersWhenTheirTimeHasCome(final Topology topology, final long soonNs)
            throws InterruptedException {
        final Results results = new Results();
        try (Exchange exchange =
                DaybookExchange.start(config(topology).automaticTicks(true).build(), results)) {
            assertTrue(
                    topology.kind() == Topology.Kind.INLINE
                            || exchange.overdueEnded().isDone(),
                    "nothing is overdue, so it must be complete without a thread");
            open(exchange);
            final long soon = nowNs() + soonNs;
            final List<CommandResult> placed = List.of(
                    send(exchange, expiring(1, 1, nowNs() + HOUR_NS)),
                    send(exchange, expiring(2, 2, soon)),
                    send(exchange, expiring(2, 3, soon)),
                    send(exchange, expiring(3, 4, soon + 1)));
            if (nowNs() >= soon) {
                return false;
            }
            assertTrue(placed.stream().allMatch(CommandResult::isSuccess), placed::toString);
            final Heard first = next(exchange, results);
            final Heard second = next(exchange, results);
            assertEquals(Map.of(2, 2, 3, 1), Map.of(first.symbol, first.expired, second.symbol, second.expired));
            assertTrue(first.timeNs >= soon && second.timeNs > soon, "no tick must come before its time");
            send(exchange, new Nop());
            assertTrue(results.ticks.isEmpty(), "the order that expires in an hour is not due");
        }
        return true;
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGoOnWithACascadeUntilNothingIsLeft(final Topology topology) throws InterruptedException {
        final Results results = new Results();
        try (Exchange exchange =
                DaybookExchange.start(config(topology).automaticTicks(true).build(), results)) {
            open(exchange);
            assertTrue(fire(exchange).more());
            final Heard first = next(exchange, results);
            final Heard second = next(exchange, results);
            assertTrue(first.more && !second.more);
            assertEquals(
                    STOPS - Limits.MAX_ACTS,
                    first.acts + second.acts,
                    "every stop must fire once, none in another command");
            send(exchange, new Nop());
            assertTrue(results.ticks.isEmpty(), "nothing is left to tick for");
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGoOnAfterAStartWithWhatWasLeft(final Topology topology) throws InterruptedException {
        try (Exchange exchange = DaybookExchange.start(config(topology).build())) {
            open(exchange);
            assertTrue(send(exchange, expiring(3, 4, nowNs() + HOUR_NS)).isSuccess());
            assertTrue(fire(exchange).more());
            assertFalse(isThreadThere(), "automatic ticks must be off by default");
        }
        final Results results = new Results();
        try (Exchange exchange =
                DaybookExchange.start(config(topology).automaticTicks(true).build(), results)) {
            assertEquals(topology.kind() != Topology.Kind.INLINE, isThreadThere());
            final Heard first = next(exchange, results);
            final Heard second = next(exchange, results);
            assertEquals(List.of(2, 2), List.of(first.symbol, second.symbol));
            assertEquals(STOPS - Limits.MAX_ACTS, first.acts + second.acts);
        }
        assertFalse(isThreadThere(), "the thread must end with the exchange");
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldSayWhenWhatWasOverdueHasEnded(final Topology topology) {
        final long beforeNs = nowNs() - HOUR_NS;
        try (Exchange exchange = DaybookExchange.start(config(topology).build())) {
            for (int symbol = 2; symbol <= 3; symbol++) {
                sendAt(
                        beforeNs,
                        exchange,
                        new AddSymbol(SymbolSpec.exchangePair(symbol, 10, 20).build()));
            }
            sendAt(beforeNs, exchange, AddAccounts.of(Map.of(1L, Map.of(20, 1L << 40))));
            sendAt(beforeNs, exchange, expiring(2, 1, beforeNs + 1));
            sendAt(beforeNs, exchange, expiring(2, 2, beforeNs + 2 * HOUR_NS));
            for (int id = 3; id < 3 + OVERDUE; id++) {
                sendAt(beforeNs, exchange, expiring(3, id, beforeNs + id));
            }
            assertEquals(0, exchange.overdueEnded().join(), "without ticks there is nothing to wait for");
        }
        try (Exchange exchange =
                DaybookExchange.start(config(topology).automaticTicks(true).build())) {
            while (topology.kind() == Topology.Kind.INLINE
                    && !exchange.overdueEnded().isDone()) {
                send(exchange, new Nop());
            }
            assertEquals(1 + OVERDUE, exchange.overdueEnded().join());
            final OrderBookReport book =
                    exchange.query(new OrderBookQuery(3, 0)).join();
            assertTrue(book.bids().isEmpty(), book::toString);
        }
    }

    private static void sendAt(final long timeNs, final Exchange exchange, final Command command) {
        assertTrue(exchange.submit(command, 0, timeNs).join().isSuccess());
    }

    private static boolean isThreadThere() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("daybook-ticks") && thread.isAlive());
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldForgetWhatWasDueWithAReset(final Topology topology) throws InterruptedException {
        inTime(soonNs -> forgetsWhatWasDueWithAReset(topology, soonNs));
    }

    private boolean forgetsWhatWasDueWithAReset(final Topology topology, final long soonNs)
            throws InterruptedException {
        final Results results = new Results();
        try (Exchange exchange =
                DaybookExchange.start(config(topology).automaticTicks(true).build(), results)) {
            open(exchange);
            final long soon = nowNs() + soonNs;
            final CommandResult placed = send(exchange, expiring(2, 1, soon));
            final CommandResult reset = send(exchange, new Reset());
            if (nowNs() >= soon) {
                return false;
            }
            assertTrue(placed.isSuccess() && reset.isSuccess());
            open(exchange);
            placeInTime(exchange, 3);
            final Heard tick = next(exchange, results);
            assertEquals(List.of(3, 1), List.of(tick.symbol, tick.expired), "symbol 2 has no order any more");
            send(exchange, new Nop());
            assertTrue(results.ticks.isEmpty(), "no tick must come later");
        }
        return true;
    }

    /**
     * Places an order that expires soon; an order that comes after its expiry is refused, and placed again with more
     * time.
     */
    private static void placeInTime(final Exchange exchange, final int symbol) {
        long soonNs = SOON_NS;
        for (int id = 2; !send(exchange, expiring(symbol, id, nowNs() + soonNs)).isSuccess(); id++) {
            soonNs *= 8;
            assertTrue(soonNs < TimeUnit.MINUTES.toNanos(10), "it is never in time");
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldCountAsCommandsLikeAllOthers(final Topology topology) throws InterruptedException {
        final Results results = new Results();
        final long hash;
        final long seq;
        try (Exchange exchange =
                DaybookExchange.start(config(topology).automaticTicks(true).build(), results)) {
            open(exchange);
            placeInTime(exchange, 2);
            final Heard tick = next(exchange, results);
            seq = send(exchange, new Nop()).seq();
            assertTrue(tick.seq < seq);
            hash = exchange.query(new StateHashQuery()).join().hash();
        }
        try (Exchange exchange = DaybookExchange.start(config(topology).build())) {
            assertEquals(seq, exchange.recovery().lastSeq());
            assertEquals(hash, exchange.query(new StateHashQuery()).join().hash());
        }
    }

    /** The fields of a TICK's result that tests compare. */
    private record Heard(long seq, long timeNs, int symbol, int expired, int acts, boolean more) {}

    /** Collects the results of ticks. */
    private static final class Results implements ExchangeListener {
        private final LinkedBlockingQueue<Heard> ticks = new LinkedBlockingQueue<>();
        private volatile boolean refused;

        @Override
        public void onResult(final ResultView result) {
            if (result.type() != CommandType.TICK) {
                return;
            }
            int expired = 0;
            int acts = 0;
            for (int i = 0; i < result.eventCount(); i++) {
                final boolean isCancel = result.event(i).kind() == EventKind.CANCEL;
                expired += isCancel && result.event(i).causeCode() == CancelReason.EXPIRED.code() ? 1 : 0;
                acts += result.event(i).kind() == EventKind.ACT ? 1 : 0;
            }
            refused |= result.resultCode() != 0;
            ticks.add(new Heard(result.seq(), result.timestampNs(), result.symbol(), expired, acts, result.more()));
        }
    }
}
