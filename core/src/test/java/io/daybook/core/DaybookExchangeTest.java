package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.AuditQuery;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandResult;
import io.daybook.api.CustomQuery;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.IdleStrategy;
import io.daybook.api.Limits;
import io.daybook.api.MoveOrderWriter;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderEvent;
import io.daybook.api.PlaceOrder;
import io.daybook.api.QueryRefusedException;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateView;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Proves("the embedded exchange starts, trades, closes and restarts in order")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DaybookExchangeTest {
    private static final int BTC_USD = 1;
    private static final int BTC = 10;
    private static final int USD = 20;

    private static final SymbolSpec BTC_USD_SPEC = SymbolSpec.exchangePair(BTC_USD, BTC, USD)
            .lotSize(1000)
            .tickValue(10)
            .feesPerLot(3, 1)
            .build();

    @TempDir
    private Path folder;

    static Stream<Arguments> topologies() {
        return Stream.of(
                Arguments.of(Topology.INLINE),
                Arguments.of(Topology.FUSED),
                Arguments.of(Topology.pipelined(1)),
                Arguments.of(Topology.pipelined(3)));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTradeThroughTheSafeDoor(final Topology topology) {
        try (Exchange exchange = market(builder(topology).start())) {
            exchange.submit(PlaceOrder.gtc(2, BTC_USD, 4001, Side.ASK, 15_250, 8))
                    .join();
            final CommandResult taken = exchange.submit(PlaceOrder.gtc(1, BTC_USD, 5001, Side.BID, 15_400, 12), 7)
                    .join();

            assertEquals(ResultCode.SUCCESS, taken.code());
            assertEquals(7, taken.cookie());
            assertEquals(4, taken.remaining());
            assertEquals(
                    List.of(new OrderEvent.Trade(1, 5001, 1, Side.BID, 4001, 2, 15_250, 8, 0, 4, 24, 8)),
                    taken.events());
            final UserReport buyer = exchange.query(new UserReportQuery(1)).join();
            assertEquals(taken.seq(), buyer.seq());
            assertEquals(8_000, buyer.accounts().get(0).balance());
            assertTrue(exchange.query(new AuditQuery()).join().isBalanced());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTradeThroughTheFastDoorAndTellTheListener(final Topology topology) {
        final ConcurrentLinkedQueue<CommandResult> heard = new ConcurrentLinkedQueue<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                heard.add(result.toResult());
            }
        };
        final List<CommandResult> results;
        try (Exchange exchange = market(builder(topology).listener(listener).start())) {
            heard.clear();
            final CommandDoor door = exchange.newDoor();
            door.place()
                    .uid(2)
                    .symbol(BTC_USD)
                    .orderId(1)
                    .ask()
                    .gtc()
                    .price(100)
                    .size(5)
                    .publish();
            door.place().uid(1).symbol(BTC_USD).orderId(2); // given up
            door.place()
                    .uid(1)
                    .symbol(BTC_USD)
                    .orderId(3)
                    .bid()
                    .gtc()
                    .price(90)
                    .size(5)
                    .cookie(33)
                    .publish();
            final CommandBatch batch = door.batch(6);
            batch.move().uid(1).symbol(BTC_USD).orderId(3).price(80).publish();
            batch.reduce().uid(2).symbol(BTC_USD).orderId(1).size(2).publish();
            batch.cancel().uid(2).symbol(BTC_USD).orderId(1).publish();
            batch.adjust().uid(1).currency(USD).amount(5).transactionId(9).publish();
            batch.publish(); // two slots stay void
            final long last = exchange.submit(new Nop()).join().seq();
            results = new ArrayList<>(heard);
            assertEquals(last, results.get(results.size() - 1).seq());
        }
        assertEquals(7, results.size());
        for (int i = 1; i < results.size(); i++) {
            assertEquals(results.get(i - 1).seq() + 1, results.get(i).seq());
            assertTrue(results.get(i).timestampNs() >= results.get(i - 1).timestampNs());
        }
        assertEquals(33, results.get(1).cookie());
        assertEquals(
                List.of(new OrderEvent.Reduce(1, Side.ASK, 2, 3, 100)),
                results.get(3).events());
        assertEquals(
                List.of(new OrderEvent.Reduce(1, Side.ASK, 3, 0, 100)),
                results.get(4).events());
        assertTrue(results.stream().allMatch(CommandResult::isSuccess), results::toString);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldRefuseNullsWithoutHoldingAnybodyUp(final Topology topology) {
        try (Exchange exchange = builder(topology).start()) {
            assertThrows(NullPointerException.class, () -> exchange.submit(null));
            assertThrows(NullPointerException.class, () -> exchange.query(null));
            assertThrows(NullPointerException.class, () -> exchange.submit(new AddSymbol(null)));
            assertTrue(exchange.submit(new Nop()).join().isSuccess());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldRefuseABatchThatIsLargerThanTheRing(final Topology topology) {
        try (Exchange exchange = builder(topology).ringSize(64).start()) {
            final CommandDoor door = exchange.newDoor();
            assertThrows(IllegalArgumentException.class, () -> door.batch(65));
            assertThrows(IllegalArgumentException.class, () -> door.batch(0));
            door.batch(64).publish();
            assertTrue(exchange.submit(new Nop()).join().isSuccess());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldCarryOutNothingOfABatchThatWasGivenUp(final Topology topology) {
        try (Exchange exchange = market(builder(topology).start())) {
            final CommandDoor door = exchange.newDoor();
            door.batch(2)
                    .adjust()
                    .uid(1)
                    .currency(USD)
                    .amount(7)
                    .transactionId(8)
                    .publish();
            door.adjust().uid(1).currency(USD).amount(5).transactionId(9).publish();
            final UserReport report = exchange.query(new UserReportQuery(1)).join();
            assertEquals(20_000_005, report.accounts().get(0).balance());
        }
    }

    @Test
    void shouldRefuseToPublishACommandTwice() {
        try (Exchange exchange =
                market(builder(Topology.FUSED).closeTimeoutMs(100).start())) {
            final CommandDoor door = exchange.newDoor();
            final var cancel = door.cancel().uid(1).symbol(BTC_USD).orderId(1);
            cancel.publish();
            door.move().uid(1).symbol(BTC_USD).orderId(1);
            assertThrows(IllegalStateException.class, cancel::publish);
        }
    }

    @Test
    void shouldCarryOutEachCommandThatAListenerSendsInline() {
        final AtomicReference<CommandDoor> door = new AtomicReference<>();
        final List<Long> answered = new ArrayList<>();
        final ExchangeListener sender = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                answered.add(result.orderId());
                if (result.orderId() == 200) {
                    door.get().cancel().uid(1).symbol(BTC_USD).orderId(201).publish();
                    door.get().cancel().uid(1).symbol(BTC_USD).orderId(202).publish();
                }
            }
        };
        try (Exchange exchange = builder(Topology.INLINE).listener(sender).start()) {
            door.set(exchange.newDoor());
            door.get().cancel().uid(1).symbol(BTC_USD).orderId(200).publish();
        }
        assertEquals(List.of(200L, 201L, 202L), answered);
    }

    /** The second listener must receive the same command as the first, and no command of the batch may be lost. */
    @Test
    void shouldKeepCommandsApartThatAListenerSendsInlineByTheSameDoor() {
        final AtomicReference<CommandDoor> door = new AtomicReference<>();
        final List<Long> answered = new ArrayList<>();
        final ExchangeListener sender = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                if (result.orderId() == 200) {
                    final CommandBatch batch = door.get().batch(3);
                    batch.cancel().uid(1).symbol(BTC_USD).orderId(201).publish();
                    batch.cancel().uid(1).symbol(BTC_USD).orderId(202).publish();
                    batch.publish();
                }
            }
        };
        final ExchangeListener second = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                answered.add(result.orderId());
            }
        };
        try (Exchange exchange =
                builder(Topology.INLINE).listener(sender).listener(second).start()) {
            door.set(exchange.newDoor());
            final CommandBatch batch = door.get().batch(2);
            batch.cancel().uid(1).symbol(BTC_USD).orderId(200).publish();
            batch.cancel().uid(1).symbol(BTC_USD).orderId(300).publish();
            batch.publish();
            door.get().cancel().uid(1).symbol(BTC_USD).orderId(301).publish();
        }
        assertEquals(List.of(200L, 201L, 202L, 300L, 301L), answered);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldNotLetALateWriterReachWhatIsOnItsWay(final Topology topology) {
        final List<Long> answered = new CopyOnWriteArrayList<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                answered.add(result.orderId());
            }
        };
        try (Exchange exchange = builder(topology).listener(listener).start()) {
            final CommandDoor door = exchange.newDoor();
            final CommandBatch batch = door.batch(1);
            final MoveOrderWriter late = batch.move();
            batch.publish();
            assertSame(batch, door.batch(1));
            batch.cancel().uid(1).symbol(BTC_USD).orderId(5);
            late.orderId(6);
            assertThrows(IllegalStateException.class, late::publish);
            batch.cancel().uid(1).symbol(BTC_USD).orderId(7).publish();
            late.orderId(8);
            batch.publish();
        }
        assertEquals(List.of(7L), answered);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldSurviveInterruptsOfCallersAndOfListeners(final Topology topology) {
        final ExchangeListener interrupter = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                Thread.currentThread().interrupt();
            }
        };
        final Exchange exchange =
                builder(topology).journal(folder).listener(interrupter).start();
        for (int i = 0; i < 20; i++) {
            Thread.currentThread().interrupt();
            final CompletableFuture<CommandResult> future = exchange.submit(new Nop());
            assertTrue(Thread.interrupted());
            assertTrue(future.join().isSuccess());
        }
        Thread.currentThread().interrupt();
        exchange.close();
        assertTrue(Thread.interrupted());
        assertEquals(ExchangeState.CLOSED, exchange.state());
        Thread.currentThread().interrupt();
        try (Exchange again = builder(topology).journal(folder).start()) {
            assertTrue(Thread.interrupted());
            assertEquals(20, again.recovery().lastSeq());
        }
    }

    @Test
    void shouldGiveTheFolderBackWhenItFailsInlineWhateverListenersThrow() {
        final ExchangeListener dying = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                throw new AssertionError("stands for a broken invariant");
            }

            @Override
            public void onFatal(final Throwable cause) {
                throw new IllegalStateException("a listener's own bug");
            }
        };
        final Exchange exchange =
                builder(Topology.INLINE).journal(folder).listener(dying).start();
        assertThrows(AssertionError.class, () -> exchange.submit(new Nop()));
        assertEquals(ExchangeState.FAILED, exchange.state());
        try (Exchange again = builder(Topology.INLINE).journal(folder).start()) {
            assertEquals(1, again.recovery().lastSeq());
        }
    }

    @Test
    void shouldRefuseAnOrderWithoutASideAtTheFastDoor() {
        try (Exchange exchange = market(builder(Topology.FUSED).start())) {
            final CommandDoor door = exchange.newDoor();
            assertThrows(IllegalStateException.class, () -> door.place()
                    .uid(1)
                    .symbol(BTC_USD)
                    .orderId(1)
                    .gtc()
                    .price(1)
                    .size(1)
                    .publish());
            door.place()
                    .uid(1)
                    .symbol(BTC_USD)
                    .orderId(2)
                    .bid()
                    .gtc()
                    .price(1)
                    .size(1)
                    .publish();
            assertEquals(
                    1, exchange.query(new UserReportQuery(1)).join().orders().size());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldComeBackWithTheSameStateAndGoOn(final Topology topology) {
        final long hash;
        final long seq;
        try (Exchange exchange = market(builder(topology).journal(folder).start())) {
            exchange.submit(PlaceOrder.gtc(2, BTC_USD, 1, Side.ASK, 100, 5)).join();
            exchange.submit(PlaceOrder.ioc(1, BTC_USD, 2, Side.BID, 100, 2)).join();
            hash = exchange.query(new StateHashQuery()).join().hash();
            seq = exchange.query(new StateHashQuery()).join().seq();
        }
        for (int restart = 0; restart < 3; restart++) {
            try (Exchange exchange = builder(topology).journal(folder).start()) {
                assertEquals(seq + restart, exchange.recovery().lastSeq());
                assertEquals(hash, exchange.query(new StateHashQuery()).join().hash());
                assertEquals(
                        seq + restart + 1, exchange.submit(new Nop()).join().seq());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldKeepTimeFromGoingBackWhateverTheStamps(final Topology topology) {
        final long end = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) + Limits.MAX_STAMP_LEAD_NS / 2;
        try (Exchange exchange = builder(topology).journal(folder).start()) {
            assertEquals(
                    0, exchange.submit(new AddUser(1), 0, Long.MIN_VALUE).join().timestampNs());
            assertEquals(7, exchange.submit(new AddUser(2), 0, 7).join().timestampNs());
            assertEquals(7, exchange.submit(new AddUser(3), 0, -1).join().timestampNs());
            assertEquals(end, exchange.submit(new AddUser(4), 0, end).join().timestampNs());
            assertEquals(end, exchange.submit(new AddUser(5)).join().timestampNs());
            assertEquals(6, exchange.snapshot().join().seq());
        }
        try (Exchange exchange = builder(topology).journal(folder).start()) {
            assertEquals(6, exchange.recovery().lastSeq());
            assertEquals(end, exchange.submit(new AddUser(6)).join().timestampNs());
        }
    }

    @ParameterizedTest
    @EnumSource(IdleStrategy.class)
    void shouldAnswerWhenNoFurtherCommandComesWhateverTheIdleStrategy(final IdleStrategy idle) throws Exception {
        try (Exchange exchange = market(
                builder(Topology.FUSED).idleStrategy(idle).journal(folder).start())) {
            for (int i = 0; i < 20; i++) {
                exchange.submit(new Nop()).get(60, TimeUnit.SECONDS);
                Thread.onSpinWait();
            }
            assertEquals(ExchangeState.RUNNING, exchange.state());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldRefuseEverythingAfterClosing(final Topology topology) {
        final Exchange exchange = builder(topology).start();
        exchange.close();
        exchange.close();
        assertEquals(ExchangeState.CLOSED, exchange.state());
        assertThrows(ExchangeClosedException.class, () -> exchange.submit(new Nop()));
        final CommandDoor door = exchange.newDoor();
        assertThrows(ExchangeClosedException.class, door::place);
    }

    @Test
    void shouldDrainBeforeClosing() {
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        try (Exchange exchange = market(builder(Topology.FUSED).journal(folder).start())) {
            for (int i = 0; i < 50_000; i++) {
                futures.add(exchange.submit(new Nop()));
            }
        }
        assertTrue(futures.stream().allMatch(f -> f.isDone() && f.join().isSuccess()));
    }

    @Test
    void shouldAnswerARegisteredReportAndRefuseAnother() {
        try (Exchange exchange =
                market(builder(Topology.FUSED).customQuery(CountUsers.class).start())) {
            assertEquals(2L, exchange.query(new CountUsers()).join());
            final CompletableFuture<Long> refused = exchange.query(new Thrower());
            final ExecutionException failure = assertThrows(ExecutionException.class, refused::get);
            assertEquals(ResultCode.UNSUPPORTED_COMMAND, ((QueryRefusedException) failure.getCause()).code());
        }
        try (Exchange exchange =
                builder(Topology.FUSED).customQuery(Thrower.class).start()) {
            final CompletableFuture<Long> thrown = exchange.query(new Thrower());
            final ExecutionException failure = assertThrows(ExecutionException.class, thrown::get);
            assertEquals("only this query fails", failure.getCause().getMessage());
            assertTrue(exchange.submit(new Nop()).join().isSuccess());
        }
    }

    private DaybookExchange.Builder builder(final Topology topology) {
        return DaybookExchange.builder().topology(topology).orderBookType(OrderBookType.AVL);
    }

    private static Exchange market(final Exchange exchange) {
        exchange.submit(new AddSymbol(BTC_USD_SPEC)).join();
        exchange.submit(new AddUser(1)).join();
        exchange.submit(new AddUser(2)).join();
        exchange.submit(new AdjustBalance(1, USD, 20_000_000, 1)).join();
        exchange.submit(new AdjustBalance(2, BTC, 1_000_000, 1)).join();
        return exchange;
    }

    /** A report of the application's own. */
    private record CountUsers() implements CustomQuery<Long> {
        @Override
        public Long report(final StateView state) {
            final long[] count = {0};
            state.forEachUser(uid -> count[0]++);
            return count[0];
        }
    }

    /** A report with a bug. */
    private record Thrower() implements CustomQuery<Long> {
        @Override
        public Long report(final StateView state) {
            throw new IllegalStateException("only this query fails");
        }
    }
}
