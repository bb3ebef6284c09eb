package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.BookChangeView;
import io.daybook.api.CancelOrder;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.MoveOrder;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SnapshotFailedException;
import io.daybook.api.SnapshotReport;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the calls that listeners receive, and the effect of listeners that throw, wait or close, in every topology. */
@Proves("listeners cannot harm the exchange")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ListenerTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(1), Topology.pipelined(3));
    }

    /** Does something with each result. */
    private record OnResult(Consumer<ResultView> action) implements ExchangeListener {
        @Override
        public void onResult(final ResultView result) {
            action.accept(result);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldShowWhatACommandAskedFor(final Topology topology) {
        final List<List<Object>> seen = new ArrayList<>();
        final ExchangeListener listener = new OnResult(result -> seen.add(asked(result)));
        try (Exchange exchange = market(builder(topology).listener(listener))) {
            seen.clear();
            exchange.submit(PlaceOrder.gtc(1, 1, 5, Side.BID, 100, 7).withReservePrice(110));
            exchange.submit(new PlaceOrder(1, 1, 6, Side.BID, OrderType.FOK_BUDGET, 900, 0, 8));
            exchange.submit(new MoveOrder(1, 1, 5, 105));
            exchange.submit(new ReduceOrder(1, 1, 5, 3));
            exchange.submit(new CancelOrder(1, 1, 5));
            exchange.submit(new CancelOrder(1, 1, 5));
            exchange.submit(new AdjustBalance(1, 20, -4, 9)).join();
        }
        final CommandType place = CommandType.PLACE_ORDER;
        final CommandType cancel = CommandType.CANCEL_ORDER;
        assertEquals(
                List.of(
                        fields(place, Side.BID, OrderType.GTC, 100, 110, 7, 7, 0, 0, 0),
                        fields(place, Side.BID, OrderType.FOK_BUDGET, 900, 900, 8, 0, 0, 0, 0),
                        fields(CommandType.MOVE_ORDER, Side.BID, OrderType.GTC, 105, 110, 0, 7, 0, 0, 0),
                        fields(CommandType.REDUCE_ORDER, Side.BID, OrderType.GTC, 0, 110, 3, 4, 0, 0, 0),
                        fields(cancel, Side.BID, OrderType.GTC, 0, 110, 0, 0, 0, 0, 0),
                        fields(cancel, null, null, 0, 0, 0, 0, 0, 0, 0),
                        fields(CommandType.ADJUST_BALANCE, null, null, 0, 0, 0, 0, 20, -4, 9)),
                seen);
    }

    private static List<Object> asked(final ResultView result) {
        return fields(
                result.type(),
                result.side(),
                result.orderType(),
                result.price(),
                result.reservePrice(),
                result.size(),
                result.remaining(),
                result.currency(),
                result.amount(),
                result.transactionId());
    }

    private static List<Object> fields(
            final CommandType type, final Side side, final OrderType orderType, final long... numbers) {
        final List<Object> fields = new ArrayList<>(List.of(type, String.valueOf(side), String.valueOf(orderType)));
        for (final long number : numbers) {
            fields.add(number);
        }
        return fields;
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldKeepGoingWhicheverCallOfAListenerThrows(final Topology topology) throws Exception {
        final AtomicInteger thrown = new AtomicInteger();
        final AtomicInteger heard = new AtomicInteger();
        final ExchangeListener thrower = new Thrower(thrown);
        final ExchangeListener other = new OnResult(result -> heard.incrementAndGet());
        try (Exchange exchange = market(builder(topology).listener(thrower).listener(other))) {
            exchange.query(new SubscribeBookQuery(1, thrower)).get(60, TimeUnit.SECONDS);
            exchange.submit(PlaceOrder.gtc(1, 1, 1, Side.BID, 100, 1)).get(60, TimeUnit.SECONDS);
            final CommandResult traded =
                    exchange.submit(PlaceOrder.gtc(2, 1, 2, Side.ASK, 100, 1)).get(60, TimeUnit.SECONDS);
            assertEquals(1, traded.events().size());
            assertEquals(traded.seq(), heard.get());
            assertEquals(ExchangeState.RUNNING, exchange.state());
            assertEquals(thrown.get(), exchange.metrics().listenerErrors());
        }
        assertTrue(thrown.get() > 8, "calls that threw: " + thrown);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTellEveryTradeToAListenerThatThrows(final Topology topology) throws Exception {
        final List<Long> makers = new CopyOnWriteArrayList<>();
        final ExchangeListener thrower = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                throw new IllegalArgumentException("a listener's own bug");
            }

            @Override
            public void onTrade(final ResultView result, final EventView trade) {
                makers.add(trade.makerOrderId());
                throw new IllegalArgumentException("a listener's own bug");
            }
        };
        try (Exchange exchange = market(builder(topology).listener(thrower))) {
            for (int id = 1; id <= 3; id++) {
                exchange.submit(PlaceOrder.gtc(2, 1, id, Side.ASK, 100, 1));
            }
            exchange.submit(PlaceOrder.gtc(1, 1, 4, Side.BID, 100, 3)).get(60, TimeUnit.SECONDS);
        }
        assertEquals(List.of(1L, 2L, 3L), makers);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldEndWhateverListenersThrowAtTheEnd(final Topology topology) throws Exception {
        for (final boolean broken : new boolean[] {false, true}) {
            final List<String> told = new CopyOnWriteArrayList<>();
            final ExchangeListener dying = new DyingAt(2) {
                @Override
                public void onClosed() {
                    throw new AssertionError("a listener's own bug");
                }

                @Override
                public void onFatal(final Throwable cause) {
                    throw new NoClassDefFoundError("a listener's own bug");
                }
            };
            final ExchangeListener other = new ExchangeListener() {
                @Override
                public void onClosed() {
                    told.add("closed");
                }

                @Override
                public void onFatal(final Throwable cause) {
                    told.add(cause.getMessage());
                }
            };
            final Exchange exchange =
                    builder(topology).listener(dying).listener(other).start();
            exchange.submit(new Nop()).get(60, TimeUnit.SECONDS);
            if (broken) {
                submitToBreak(exchange);
            }
            exchange.close();
            assertTrue(exchange.awaitClosed(SOON));
            assertEquals(List.of(broken ? "stands for a broken invariant" : "closed"), told);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldNotTakeASnapshotForFailedWhenAListenerThrows(final Topology topology) throws Exception {
        final List<String> told = new CopyOnWriteArrayList<>();
        final ExchangeListener thrower = new ExchangeListener() {
            @Override
            public void onSnapshot(final SnapshotReport snapshot) {
                told.add("snapshot");
                throw new IllegalArgumentException("a listener's own bug");
            }

            @Override
            public void onListenerError(final RuntimeException error) {
                told.add("error");
                throw error;
            }

            @Override
            public void onSnapshotFailed(final SnapshotFailedException failure) {
                told.add("failed");
            }
        };
        try (Exchange exchange =
                builder(topology).journal(folder).listener(thrower).start()) {
            assertEquals(1, exchange.snapshot().get(60, TimeUnit.SECONDS).seq());
            assertEquals(2, exchange.snapshot().get(60, TimeUnit.SECONDS).seq());
        }
        assertEquals(List.of("snapshot", "error", "snapshot", "error"), told);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldThrowInsteadOfWaitingForItself(final Topology topology) throws Exception {
        final AtomicReference<Exchange> running = new AtomicReference<>();
        final CountDownLatch started = new CountDownLatch(1);
        final CompletableFuture<String> refused = new CompletableFuture<>();
        final ExchangeListener waiter = new OnResult(result -> {
            if (!refused.isDone()) {
                await(started);
                refused.complete(waitEverywhere(running.get()));
            }
        });
        try (Exchange exchange =
                builder(topology).journal(folder).listener(waiter).start()) {
            running.set(exchange);
            started.countDown();
            exchange.submit(new AddUser(1));
            assertEquals("IIIIIII", refused.get(60, TimeUnit.SECONDS));
            assertTrue(exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).isSuccess());
        }
    }

    /** Returns a letter for each call that would have to wait: I if it throws IllegalStateException. */
    private static String waitEverywhere(final Exchange exchange) {
        final List<org.junit.jupiter.api.function.Executable> waits = List.of(
                () -> exchange.submit(new Nop()).join(),
                () -> exchange.submit(new Nop()).get(),
                () -> exchange.submit(new Nop()).get(1, TimeUnit.DAYS),
                () -> exchange.submit(new Nop()).thenApply(CommandResult::seq).join(),
                () -> exchange.query(new StateHashQuery()).join(),
                () -> exchange.snapshot().join(),
                () -> exchange.awaitClosed(Duration.ofDays(1)));
        final StringBuilder letters = new StringBuilder();
        for (final org.junit.jupiter.api.function.Executable wait : waits) {
            try {
                wait.execute();
                letters.append('-');
            } catch (Throwable e) {
                letters.append(e instanceof IllegalStateException ? "I" : e.toString());
            }
        }
        return letters.toString();
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldRefuseToWaitForRoomThatOnlyItselfCanMake(final Topology topology) throws Exception {
        final AtomicReference<Exchange> running = new AtomicReference<>();
        final CountDownLatch started = new CountDownLatch(1);
        final CompletableFuture<Integer> sent = new CompletableFuture<>();
        final ExchangeListener sender = new OnResult(result -> {
            if (!sent.isDone()) {
                await(started);
                int count = 0;
                try {
                    while (count < 1_000) {
                        running.get().submit(new Nop());
                        count++;
                    }
                } catch (IllegalStateException e) {
                    assertTrue(e.getMessage().startsWith("the ring is full"), e::getMessage);
                }
                sent.complete(count);
            }
        });
        try (Exchange exchange = builder(topology).ringSize(64).listener(sender).start()) {
            running.set(exchange);
            started.countDown();
            exchange.submit(new AddUser(1));
            final int count = sent.get(60, TimeUnit.SECONDS);
            assertTrue(topology.equals(Topology.INLINE) ? count == 1_000 : count < 64, "sent " + count);
            assertEquals(
                    count + 2L,
                    exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).seq());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldOnlyRequestClosingWhenAListenerCloses(final Topology topology) throws Exception {
        final AtomicReference<Exchange> running = new AtomicReference<>();
        final CountDownLatch started = new CountDownLatch(1);
        final AtomicReference<CompletableFuture<CommandResult>> before = new AtomicReference<>();
        final CompletableFuture<ExchangeState> after = new CompletableFuture<>();
        final ExchangeListener closer = new OnResult(result -> {
            await(started);
            if (result.seq() == 1) {
                before.set(running.get().submit(new AddUser(2)));
                running.get().close();
                running.get().close();
                assertThrows(ExchangeClosedException.class, () -> submitUntilRefused(running.get()));
                after.complete(running.get().state());
            }
        });
        final Exchange exchange =
                builder(topology).journal(folder).listener(closer).start();
        running.set(exchange);
        started.countDown();
        final CompletableFuture<CommandResult> first = exchange.submit(new AddUser(1));
        assertTrue(exchange.awaitClosed(SOON));
        assertEquals(ExchangeState.CLOSING, after.get(60, TimeUnit.SECONDS));
        assertEquals(ExchangeState.CLOSED, exchange.state());
        assertTrue(first.join().isSuccess());
        assertTrue(before.get().join().isSuccess());
        try (Exchange again = builder(topology).journal(folder).start()) {
            assertTrue(again.recovery().lastSeq() >= 2);
        }
    }

    /** Submits until another thread has closed the exchange. */
    private static void submitUntilRefused(final Exchange exchange) {
        while (true) {
            if (exchange.state() != ExchangeState.RUNNING) {
                exchange.submit(new Nop());
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldNotHangWhenAListenerClosesAtTheEnd(final Topology topology) throws Exception {
        for (final boolean broken : new boolean[] {false, true}) {
            final AtomicReference<Exchange> running = new AtomicReference<>();
            final CompletableFuture<String> told = new CompletableFuture<>();
            final ExchangeListener closer = new DyingAt(2) {
                @Override
                public void onClosed() {
                    running.get().close();
                    told.complete("closed");
                }

                @Override
                public void onFatal(final Throwable cause) {
                    running.get().close();
                    told.complete(cause.getMessage());
                }
            };
            final Exchange exchange = builder(topology).listener(closer).start();
            running.set(exchange);
            exchange.submit(new Nop()).get(60, TimeUnit.SECONDS);
            if (broken) {
                submitToBreak(exchange);
            }
            exchange.close();
            assertTrue(exchange.awaitClosed(SOON));
            assertEquals(broken ? ExchangeState.FAILED : ExchangeState.CLOSED, exchange.state());
            assertEquals(broken ? "stands for a broken invariant" : "closed", told.get(60, TimeUnit.SECONDS));
        }
    }

    private static void submitToBreak(final Exchange exchange) {
        try {
            exchange.submit(new Nop());
        } catch (AssertionError e) {
            assertEquals(ExchangeState.FAILED, exchange.state());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldStopAndFailWhatIsUnansweredWhenAListenersThreadDies(final Topology topology) throws Exception {
        final AtomicReference<Throwable> fatal = new AtomicReference<>();
        final ExchangeListener dying = new DyingAt(3) {
            @Override
            public void onFatal(final Throwable cause) {
                fatal.set(cause);
            }
        };
        final Exchange exchange = builder(topology).ringSize(64).listener(dying).start();
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        try {
            for (int i = 0; i < 1000; i++) {
                futures.add(exchange.submit(new Nop()));
            }
        } catch (ExchangeClosedException e) {
            assertInstanceOf(AssertionError.class, e.getCause());
        } catch (AssertionError e) {
            assertEquals(Topology.INLINE, topology, "only INLINE throws to the caller");
        }
        assertTrue(exchange.awaitClosed(SOON));
        assertEquals(ExchangeState.FAILED, exchange.state());
        assertInstanceOf(AssertionError.class, fatal.get());
        assertTrue(futures.stream().allMatch(CompletableFuture::isDone));
        assertTrue(futures.get(1).join().isSuccess());
        if (futures.size() > 2) {
            final ExecutionException failure =
                    assertThrows(ExecutionException.class, () -> futures.get(2).get());
            assertInstanceOf(ExchangeClosedException.class, failure.getCause());
        }
        exchange.close();
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldLetTheThreadThatWritesSnapshotsSendButNotWaitForThem(final Topology topology) throws Exception {
        final AtomicReference<Exchange> running = new AtomicReference<>();
        final CompletableFuture<CompletableFuture<CommandResult>> sent = new CompletableFuture<>();
        final CompletableFuture<Throwable> refused = new CompletableFuture<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onSnapshot(final SnapshotReport snapshot) {
                if (sent.isDone()) {
                    return;
                }
                sent.complete(running.get().submit(new Nop()));
                try {
                    running.get().snapshot().join();
                    refused.complete(new AssertionError("it waited for itself"));
                } catch (IllegalStateException e) {
                    refused.complete(e);
                }
            }
        };
        try (Exchange exchange =
                builder(topology).journal(folder).listener(listener).start()) {
            running.set(exchange);
            assertEquals(1, exchange.snapshot().get(60, TimeUnit.SECONDS).seq());
            assertInstanceOf(IllegalStateException.class, refused.get(60, TimeUnit.SECONDS));
            assertTrue(sent.join().get(60, TimeUnit.SECONDS).isSuccess());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTakeCommandsFromEightThreadsThroughARingOf64(final Topology topology) throws Exception {
        final int producers = 8;
        final int each = Boolean.getBoolean("daybook.long") ? 5_000 : 1_000;
        try (Exchange exchange = market(builder(topology).ringSize(64).journal(folder))) {
            final long before = exchange.submit(new Nop()).join().seq();
            final List<Thread> threads = new ArrayList<>();
            for (int p = 0; p < producers; p++) {
                final CommandDoor door = exchange.newDoor();
                final Thread thread = new Thread(() -> {
                    for (int i = 0; i < (topology.equals(Topology.INLINE) ? each / 10 : each); i++) {
                        door.cancel().uid(1).symbol(1).orderId(i + 1).publish();
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (final Thread thread : threads) {
                thread.join();
            }
            final int sent = producers * (topology.equals(Topology.INLINE) ? each / 10 : each);
            assertEquals(before + sent + 1, exchange.submit(new Nop()).join().seq());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldWaitHoweverLongItIsTold(final Topology topology) throws Exception {
        final Exchange exchange = builder(topology).start();
        assertFalse(exchange.awaitClosed(Duration.ZERO));
        exchange.close();
        assertTrue(exchange.awaitClosed(Duration.ofSeconds(Long.MAX_VALUE)));
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("no test interrupts a thread of the exchange", e);
        }
    }

    private static DaybookExchange.Builder builder(final Topology topology) {
        return DaybookExchange.builder().topology(topology);
    }

    private static Exchange market(final DaybookExchange.Builder builder) {
        final Exchange exchange = builder.start();
        exchange.submit(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build()))
                .join();
        exchange.submit(new AddUser(1)).join();
        exchange.submit(new AddUser(2)).join();
        exchange.submit(new AdjustBalance(1, 20, 1_000_000, 1)).join();
        exchange.submit(new AdjustBalance(2, 10, 1_000_000, 1)).join();
        return exchange;
    }

    /** Stands for a broken invariant, found at the result with a seq. */
    private static class DyingAt implements ExchangeListener {
        private final long seq;

        DyingAt(final long seq) {
            this.seq = seq;
        }

        @Override
        public final void onResult(final ResultView result) {
            if (result.seq() == seq) {
                throw new AssertionError("stands for a broken invariant");
            }
        }
    }

    /** Throws in every call, also in the one that reports its exception. */
    private static final class Thrower implements ExchangeListener {
        private final AtomicInteger thrown;

        Thrower(final AtomicInteger thrown) {
            this.thrown = thrown;
        }

        private IllegalArgumentException bug() {
            thrown.incrementAndGet();
            return new IllegalArgumentException("a listener's own bug");
        }

        @Override
        public void onResult(final ResultView result) {
            throw bug();
        }

        @Override
        public void onTrade(final ResultView result, final EventView trade) {
            throw bug();
        }

        @Override
        public void onBookSnapshot(final OrderBookReport snapshot) {
            throw bug();
        }

        @Override
        public void onBookChange(final BookChangeView change) {
            throw bug();
        }

        @Override
        public void onClosed() {
            throw bug();
        }

        @Override
        public void onListenerError(final RuntimeException error) {
            throw bug();
        }
    }
}
