package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.AddUser;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandResult;
import io.daybook.api.CustomQuery;
import io.daybook.api.DeliveryThread;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.Nop;
import io.daybook.api.ResultView;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateView;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.DisturbedTasks;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.Duty;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever breaks, nothing hangs, every future completes, and a restart has everything that was acknowledged. */
@Proves("after any failure nothing hangs and nothing acknowledged is lost")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FailureTest {
    private static final int RING = 64;
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    static Stream<Arguments> topologies() {
        return Stream.of(Topology.FUSED, Topology.pipelined(1), Topology.pipelined(3))
                .flatMap(topology -> Stream.of(
                        Arguments.of(topology, DeliveryThread.SHARED), Arguments.of(topology, DeliveryThread.OWN)));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldStopAtABugInTheEngineAndKeepWhatWasAcknowledged(final Topology topology, final DeliveryThread delivery)
            throws Exception {
        final AtomicReference<Throwable> fatal = new AtomicReference<>();
        final ExchangeConfig config =
                config(topology, delivery).customQuery(Bug.class).build();
        final Exchange exchange = DaybookExchange.start(config, new ExchangeListener() {
            @Override
            public void onFatal(final Throwable cause) {
                fatal.set(cause);
            }
        });
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        final CompletableFuture<Long> bug = send(exchange, futures, 1_000, 5_000);

        assertTrue(exchange.awaitClosed(SOON));
        assertEquals(ExchangeState.FAILED, exchange.state());
        assertInstanceOf(InternalError.class, fatal.get());
        assertFailed(bug);
        final long acknowledged = lastAcknowledged(futures);
        assertTrue(acknowledged <= 1_000, "a command after the bug was answered: " + acknowledged);
        exchange.close();
        assertRecovered(acknowledged);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldStopWhenAnyStageThrows(final Topology topology, final DeliveryThread delivery) throws Exception {
        final AtomicInteger stages = new AtomicInteger();
        final ExchangeConfig probed = config(topology, delivery).build();
        start(probed, (name, duty) -> {
                    stages.addAndGet(isFiller(name) ? 0 : 1);
                    return duty;
                })
                .close();
        for (int broken = 0; broken < stages.get(); broken++) {
            final int failing = broken;
            final AtomicInteger index = new AtomicInteger();
            final Exchange exchange = start(
                    probed,
                    (name, duty) ->
                            !isFiller(name) && index.getAndIncrement() == failing ? new ThrowingDuty(duty) : duty);
            final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
            send(exchange, futures, 0, 5_000);
            assertTrue(exchange.awaitClosed(SOON), "stage " + broken + " hangs");
            assertEquals(ExchangeState.FAILED, exchange.state());
            assertRecovered(lastAcknowledged(futures));
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldAcknowledgeNothingAfterTheJournalHasFailed(final Topology topology, final DeliveryThread delivery)
            throws Exception {
        final FailingStorage storage = new FailingStorage();
        final ExchangeConfig config = config(topology, delivery).build();
        final Exchange exchange = new RingExchange(config, RecoveredState.recover(config, storage)).start();
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            futures.add(exchange.submit(new AddUser(i + 1)));
        }
        futures.get(499).join();
        storage.fail();
        send(exchange, futures, 0, 5_000);
        assertTrue(exchange.awaitClosed(SOON));
        assertEquals(ExchangeState.FAILED, exchange.state());
        final long acknowledged = lastAcknowledged(futures);
        assertEquals(500, acknowledged);
        assertRecovered(acknowledged);
    }

    @Test
    void shouldStopAtABugInTheEngineWithoutThreads() throws Exception {
        final AtomicReference<Throwable> fatal = new AtomicReference<>();
        final ExchangeConfig config = config(Topology.INLINE, DeliveryThread.SHARED)
                .customQuery(Bug.class)
                .build();
        final Exchange exchange = DaybookExchange.start(config, new ExchangeListener() {
            @Override
            public void onFatal(final Throwable cause) {
                fatal.set(cause);
            }
        });
        for (int i = 0; i < 100; i++) {
            exchange.submit(new AddUser(i + 1)).join();
        }
        assertThrows(InternalError.class, () -> exchange.query(new Bug()));
        assertTrue(exchange.awaitClosed(SOON));
        assertEquals(ExchangeState.FAILED, exchange.state());
        assertInstanceOf(InternalError.class, fatal.get());
        assertThrows(ExchangeClosedException.class, () -> exchange.submit(new Nop()));
        exchange.close();
        assertRecovered(100);
    }

    @Test
    void shouldAcknowledgeNothingAfterTheJournalHasFailedWithoutThreads() throws Exception {
        final FailingStorage storage = new FailingStorage();
        final ExchangeConfig config =
                config(Topology.INLINE, DeliveryThread.SHARED).build();
        final List<Long> heard = new ArrayList<>();
        final Exchange exchange =
                new InlineExchange(config, RecoveredState.recover(config, storage), new ExchangeListener() {
                    @Override
                    public void onResult(final ResultView result) {
                        heard.add(result.seq());
                    }
                });
        for (int i = 0; i < 100; i++) {
            exchange.submit(new AddUser(i + 1)).join();
        }
        storage.fail();
        assertThrows(JournalException.class, () -> exchange.submit(new AddUser(101)));
        assertTrue(exchange.awaitClosed(SOON));
        assertEquals(ExchangeState.FAILED, exchange.state());
        assertThrows(ExchangeClosedException.class, () -> exchange.submit(new Nop()));
        assertEquals(100, heard.size());
        exchange.close();
        assertRecovered(100);
    }

    @Test
    void shouldTellOfADiskThatFailsAtTheEndWithoutThreads() throws Exception {
        final FailingStorage storage = new FailingStorage();
        final ExchangeConfig config = config(Topology.INLINE, DeliveryThread.SHARED)
                .ackMode(AckMode.AFTER_WRITE)
                .forceIntervalMs(60_000)
                .build();
        final List<Throwable> fatal = new ArrayList<>();
        final Exchange exchange =
                new InlineExchange(config, RecoveredState.recover(config, storage), new ExchangeListener() {
                    @Override
                    public void onFatal(final Throwable cause) {
                        fatal.add(cause);
                    }
                });
        exchange.submit(new AddUser(1)).join();
        storage.fail();
        exchange.close();
        assertTrue(exchange.awaitClosed(SOON));
        assertEquals(ExchangeState.FAILED, exchange.state());
        assertEquals(1, fatal.size());
        assertInstanceOf(JournalException.class, fatal.get(0));
    }

    /**
     * A command that a door accepted without an exception is carried out, even if the end comes between claim and
     * publication.
     */
    @ParameterizedTest
    @MethodSource("topologies")
    void shouldCarryOutWhatFastDoorsTookUntilTheyWereClosed(final Topology topology, final DeliveryThread delivery)
            throws Exception {
        for (int round = 0; round < 20; round++) {
            final AtomicInteger heard = new AtomicInteger();
            final ExchangeConfig config = ExchangeConfig.builder()
                    .topology(topology)
                    .delivery(delivery)
                    .ringSize(RING)
                    .build();
            final Exchange exchange = DaybookExchange.start(config, new ExchangeListener() {
                @Override
                public void onResult(final ResultView result) {
                    heard.incrementAndGet();
                }
            });
            final AtomicInteger taken = new AtomicInteger();
            final CountDownLatch underLoad = new CountDownLatch(500);
            final List<Thread> producers = new ArrayList<>();
            for (int p = 0; p < 3; p++) {
                producers.add(new Thread(() -> publishUntilClosed(exchange.newDoor(), taken, underLoad)));
            }
            producers.forEach(Thread::start);
            underLoad.await();
            exchange.close();
            for (final Thread producer : producers) {
                producer.join();
            }
            assertEquals(ExchangeState.CLOSED, exchange.state());
            final int results = heard.get();
            assertTrue(results >= taken.get(), () -> "taken " + taken + ", carried out " + results);
        }
    }

    private static void publishUntilClosed(
            final CommandDoor door, final AtomicInteger taken, final CountDownLatch underLoad) {
        try {
            while (true) {
                door.cancel().uid(1).symbol(1).orderId(1).publish();
                taken.incrementAndGet();
                underLoad.countDown();
            }
        } catch (ExchangeClosedException e) {
            return; // the outcome of the last command is unknown
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldDrainWhenItIsClosedUnderLoadOfManyProducers(final Topology topology, final DeliveryThread delivery)
            throws Exception {
        final Exchange exchange =
                DaybookExchange.start(config(topology, delivery).build());
        final List<CompletableFuture<List<CompletableFuture<CommandResult>>>> producers = new ArrayList<>();
        final CountDownLatch underLoad = new CountDownLatch(8 * 200);
        for (int p = 0; p < 8; p++) {
            final CompletableFuture<List<CompletableFuture<CommandResult>>> done = new CompletableFuture<>();
            producers.add(done);
            new Thread(() -> done.complete(sendUntilClosed(exchange, underLoad))).start();
        }
        underLoad.await();
        assertTrue(
                exchange.query(new StateHashQuery()).get(60, TimeUnit.SECONDS).seq() > 0);
        exchange.close();
        assertEquals(ExchangeState.CLOSED, exchange.state());
        long acknowledged = 0;
        for (final CompletableFuture<List<CompletableFuture<CommandResult>>> producer : producers) {
            final List<CompletableFuture<CommandResult>> futures = producer.get(60, TimeUnit.SECONDS);
            acknowledged = Math.max(acknowledged, lastAcknowledged(futures));
        }
        assertRecovered(acknowledged);
    }

    private static List<CompletableFuture<CommandResult>> sendUntilClosed(
            final Exchange exchange, final CountDownLatch sent) {
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        try {
            while (true) {
                futures.add(exchange.submit(new Nop()));
                sent.countDown();
            }
        } catch (ExchangeClosedException e) {
            return futures;
        }
    }

    @Tag("whole")
    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGiveUpClosingWhenAListenerDoesNotReturn(final Topology topology, final DeliveryThread delivery)
            throws Exception {
        final CountDownLatch never = new CountDownLatch(1);
        final ExchangeConfig config =
                config(topology, delivery).closeTimeoutMs(200).build();
        final Exchange exchange = DaybookExchange.start(config, new Blocker(never));
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        for (int i = 0; i < RING; i++) {
            futures.add(exchange.submit(new Nop()));
        }
        exchange.close();
        assertEquals(ExchangeState.FAILED, exchange.state());
        assertTrue(futures.stream().allMatch(CompletableFuture::isDone));
        never.countDown();
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldNotLetAQueryWaitForEverBehindAFullRing(final Topology topology, final DeliveryThread delivery)
            throws Exception {
        final CountDownLatch released = new CountDownLatch(1);
        final ExchangeConfig config =
                config(topology, delivery).queryTimeoutMs(50).build();
        try (Exchange exchange = DaybookExchange.start(config, new Blocker(released))) {
            fill(exchange.newDoor());
            final ExecutionException failure =
                    assertThrows(ExecutionException.class, () -> exchange.query(new StateHashQuery())
                            .get(60, TimeUnit.SECONDS));
            assertInstanceOf(TimeoutException.class, failure.getCause());
            released.countDown();
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldKeepWaitingForRoomWhenAPublishingThreadIsInterrupted(
            final Topology topology, final DeliveryThread delivery) throws Exception {
        final CountDownLatch released = new CountDownLatch(1);
        final CompletableFuture<Boolean> interruptedAfterwards = new CompletableFuture<>();
        try (Exchange exchange =
                DaybookExchange.start(config(topology, delivery).build(), new Blocker(released))) {
            fill(exchange.newDoor());
            final Thread publisher = new Thread(() -> {
                exchange.newDoor().cancel().uid(1).symbol(1).orderId(1).publish();
                interruptedAfterwards.complete(Thread.currentThread().isInterrupted());
            });
            publisher.start();
            publisher.interrupt();
            released.countDown();
            assertTrue(interruptedAfterwards.get(60, TimeUnit.SECONDS));
            assertTrue(exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).isSuccess());
        }
    }

    private static void fill(final CommandDoor door) {
        for (int published = 0; published < RING; published++) {
            door.cancel().uid(1).symbol(1).orderId(1).publish();
        }
    }

    /**
     * Sends commands, with a query that contains a bug among them if requested, until the exchange reports that it has
     * stopped.
     */
    private static CompletableFuture<Long> send(
            final Exchange exchange,
            final List<CompletableFuture<CommandResult>> futures,
            final int bugAt,
            final int count) {
        CompletableFuture<Long> bug = CompletableFuture.failedFuture(new IllegalStateException("none was sent"));
        try {
            for (int i = 0; i < count; i++) {
                if (i > 0 && i == bugAt) {
                    bug = exchange.query(new Bug());
                }
                futures.add(exchange.submit(new Nop()));
            }
        } catch (ExchangeClosedException e) {
            return bug;
        }
        return bug;
    }

    private static long lastAcknowledged(final List<CompletableFuture<CommandResult>> futures) {
        long last = 0;
        for (final CompletableFuture<CommandResult> future : futures) {
            assertTrue(future.isDone(), "a future is left without an answer");
            if (!future.isCompletedExceptionally()) {
                last = Math.max(last, future.join().seq());
            } else {
                assertFailed(future);
            }
        }
        return last;
    }

    private static void assertFailed(final CompletableFuture<?> future) {
        final ExecutionException failure = assertThrows(ExecutionException.class, future::get);
        assertInstanceOf(ExchangeClosedException.class, failure.getCause());
    }

    private void assertRecovered(final long acknowledged) {
        try (Exchange restarted = DaybookExchange.builder().journal(folder).start()) {
            final long recovered = restarted.recovery().lastSeq();
            assertTrue(recovered >= acknowledged, "recovered " + recovered + ", acknowledged " + acknowledged);
        }
    }

    private static boolean isFiller(final String name) {
        return name.equals("daybook-journal-filler");
    }

    private Exchange start(final ExchangeConfig config, final BiFunction<String, Duty, Duty> decorator) {
        final JournalOptions options = JournalOptions.builder()
                .scheduler(new DisturbedTasks(decorator))
                .build();
        return new RingExchange(config, RecoveredState.recover(config, new FileJournalStorage(), options)).start();
    }

    private ExchangeConfig.Builder config(final Topology topology, final DeliveryThread delivery) {
        return ExchangeConfig.builder()
                .topology(topology)
                .delivery(delivery)
                .ringSize(RING)
                .eventRingSize(64)
                .journal(folder);
    }

    /** Stands for a bug in the engine: an error on the engine's thread that does not count as a fault of the query. */
    private record Bug() implements CustomQuery<Long> {
        @Override
        public Long report(final StateView state) {
            throw new InternalError("a broken invariant");
        }
    }

    /** Works for a while, then throws. */
    private static final class ThrowingDuty extends DisturbedTasks.Around {
        private int worked;

        ThrowingDuty(final Duty duty) {
            super(duty);
        }

        @Override
        public int doWork() {
            final int work = duty.doWork();
            worked += work;
            if (worked > 1_000) {
                throw new IllegalStateException("a broken stage");
            }
            return work;
        }
    }

    /** A listener that blocks the delivery thread until it is released. */
    private static final class Blocker implements ExchangeListener {
        private final CountDownLatch released;

        Blocker(final CountDownLatch released) {
            this.released = released;
        }

        @Override
        public void onResult(final ResultView result) {
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("no test interrupts a thread of the exchange", e);
            }
        }
    }
}
