package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandDoor;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeState;
import io.daybook.api.Nop;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** If one producer was promised, a second one is refused, and the exchange's own commands get their turn. */
@Proves("a promise of a single producer is checked")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SingleProducerTest {

    @TempDir
    private Path folder;

    static List<Topology> topologies() {
        return List.of(Topology.FUSED, Topology.pipelined(1), Topology.pipelined(2));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldRefuseWhoeverSendsWhileAnothersSlotIsClaimed(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology)) {
            final CommandDoor door = exchange.newDoor();
            final var open = door.cancel().uid(1).symbol(1).orderId(1);
            final CommandDoor other = exchange.newDoor();
            assertRefused(other::place);
            assertRefused(other::tryPlace);
            assertRefused(() -> other.batch(2));
            assertRefused(() -> exchange.submit(new Nop()));
            assertRefused(() -> exchange.query(new StateHashQuery()));
            assertRefused(exchange::snapshot);
            open.publish();
            assertEquals(
                    1,
                    exchange.query(new StateHashQuery())
                            .get(60, TimeUnit.SECONDS)
                            .seq());
            other.cancel().uid(1).symbol(1).orderId(1).publish();
            assertEquals(3, exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).seq());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldLetOneThreadTakeOverFromAnother(final Topology topology) throws Exception {
        final int threads = 50;
        final int each = 500;
        try (Exchange exchange = start(topology)) {
            CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);
            for (int i = 0; i < threads; i++) {
                final CompletableFuture<Void> before = turn;
                final CompletableFuture<Void> done = new CompletableFuture<>();
                new Thread(() -> {
                            before.join();
                            final CommandDoor door = exchange.newDoor();
                            for (int sent = 0; sent < each; sent++) {
                                door.cancel().uid(1).symbol(1).orderId(1).publish();
                            }
                            done.complete(null);
                        })
                        .start();
                turn = done;
            }
            turn.get(60, TimeUnit.SECONDS);
            assertEquals(
                    threads * each + 1,
                    exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).seq());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTakeSnapshotsAndCloseBesideAProducerAtFullSpeed(final Topology topology) throws Exception {
        final Exchange exchange = DaybookExchange.builder()
                .topology(topology)
                .singleProducer(true)
                .ringSize(64)
                .journal(folder)
                .snapshots(SnapshotConfig.every(100).keep(2))
                .start();
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        final CountDownLatch underLoad = new CountDownLatch(5_000);
        final CompletableFuture<Throwable> ended = new CompletableFuture<>();
        new Thread(() -> {
                    try {
                        while (true) {
                            futures.add(exchange.submit(new Nop()));
                            underLoad.countDown();
                        }
                    } catch (RuntimeException e) {
                        ended.complete(e);
                    }
                })
                .start();
        underLoad.await();
        exchange.close();
        assertEquals(ExchangeState.CLOSED, exchange.state());
        assertEquals(
                ExchangeClosedException.class, ended.get(60, TimeUnit.SECONDS).getClass());
        long acknowledged = 0;
        for (final CompletableFuture<CommandResult> future : futures) {
            assertTrue(future.isDone());
            if (!future.isCompletedExceptionally()) {
                acknowledged = future.join().seq();
            }
        }
        assertTrue(acknowledged >= 5_000, "acknowledged " + acknowledged);
        try (Exchange restarted = DaybookExchange.builder().journal(folder).start()) {
            assertTrue(restarted.recovery().lastSeq() >= acknowledged);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGiveUpClosingWhenTheProducerNeverPublishes(final Topology topology) {
        final Exchange exchange = DaybookExchange.builder()
                .topology(topology)
                .singleProducer(true)
                .closeTimeoutMs(100)
                .start();
        final var open = exchange.newDoor().cancel();
        exchange.close();
        assertEquals(ExchangeState.FAILED, exchange.state());
        assertThrows(ExchangeClosedException.class, open::publish);
    }

    private static void assertRefused(final org.junit.jupiter.api.function.Executable send) {
        final IllegalStateException refused = assertThrows(IllegalStateException.class, send);
        assertTrue(refused.getMessage().startsWith("singleProducer was promised"), refused::getMessage);
    }

    private static Exchange start(final Topology topology) {
        return DaybookExchange.builder()
                .topology(topology)
                .singleProducer(true)
                .ringSize(64)
                .start();
    }
}
