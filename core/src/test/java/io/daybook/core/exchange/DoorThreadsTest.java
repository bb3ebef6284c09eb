package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.Nop;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests several threads on one door: they are refused while a claim is open, and harmless if the door does not notice.
 */
@Proves("no mistake of a caller stops the exchange or brings an old order back")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DoorThreadsTest {
    private static final int ROUNDS = 10_000;
    private static final int MOST_ROUNDS = 1_000_000;

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(1), Topology.pipelined(2));
    }

    private static Exchange start(final Topology topology) {
        return DaybookExchange.builder().topology(topology).ringSize(64).start();
    }

    private static void onThread(final String name, final Executable work) throws Exception {
        final CompletableFuture<Void> done = new CompletableFuture<>();
        new Thread(
                        () -> {
                            try {
                                work.execute();
                                done.complete(null);
                            } catch (Throwable t) {
                                done.completeExceptionally(t);
                            }
                        },
                        name)
                .start();
        done.get(60, TimeUnit.SECONDS);
    }

    private static void assertRefused(final Executable use) {
        final String message = assertThrows(IllegalStateException.class, use).getMessage();
        assertTrue(message.contains("thread \"owner\" has claimed"), message);
        assertTrue(message.contains("thread \"stranger\" uses"), message);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldRefuseAnotherThreadWhileAClaimIsOpen(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology)) {
            final CommandDoor door = exchange.newDoor();
            onThread("owner", () -> {
                final CancelOrderWriter cancel = door.cancel().uid(1);
                onThread("stranger", () -> {
                    assertRefused(door::place);
                    assertRefused(door::tryCancel);
                    assertRefused(() -> door.batch(2));
                    assertRefused(() -> door.move(order -> order.uid(1)));
                    assertRefused(cancel::publish);
                    assertRefused(cancel::close);
                });
                cancel.publish();
                final CommandBatch batch = door.batch(2);
                final CancelOrderWriter inBatch = batch.cancel().uid(1);
                onThread("stranger", () -> {
                    assertRefused(door::cancel);
                    assertRefused(batch::place);
                    assertRefused(inBatch::publish);
                    assertRefused(batch::publish);
                    assertRefused(batch::abandon);
                });
                inBatch.publish();
                batch.publish();
            });
            assertEquals(3, exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).seq());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldLetADoorBeHandedFromThreadToThread(final Topology topology) throws Exception {
        final ExecutorService first = Executors.newSingleThreadExecutor();
        final ExecutorService second = Executors.newSingleThreadExecutor();
        try (Exchange exchange = start(topology)) {
            final CommandDoor door = exchange.newDoor();
            final Runnable send = () -> door.cancel().uid(1).publish();
            for (int round = 0; round < 200; round++) {
                first.submit(send).get();
                second.submit(send).get();
                onThread("passing", send::run);
            }
            assertEquals(
                    601, exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).seq());
        } finally {
            first.shutdown();
            second.shutdown();
        }
    }

    /** Two threads send through one door until one of them is refused: each command is carried out or refused. */
    @ParameterizedTest
    @MethodSource("topologies")
    void shouldLoseNothingWhenTwoThreadsHammerOneDoor(final Topology topology) throws Exception {
        try (Exchange exchange = DaybookExchange.builder().topology(topology).start()) {
            final CommandDoor door = exchange.newDoor();
            final AtomicInteger sent = new AtomicInteger();
            final AtomicInteger refused = new AtomicInteger();
            final List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                threads.add(CompletableFuture.runAsync(
                        () -> hammer(door, sent, refused), task -> new Thread(task).start()));
            }
            for (final CompletableFuture<Void> thread : threads) {
                thread.get(50, TimeUnit.SECONDS);
            }
            assertTrue(refused.get() > 0, "no thread was refused: sent=" + sent);
            assertEquals(
                    sent.get() + 1,
                    exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).seq());
        }
    }

    private static void hammer(final CommandDoor door, final AtomicInteger sent, final AtomicInteger refused) {
        for (int round = 0; round < ROUNDS || refused.get() == 0 && round < MOST_ROUNDS; round++) {
            try {
                if (round % 3 == 0) {
                    final CommandBatch batch = door.batch(2);
                    batch.cancel().uid(1).publish();
                    batch.publish();
                } else {
                    final CancelOrderWriter cancel = door.cancel().uid(1);
                    if (round % 16 == 0) {
                        LockSupport.parkNanos(1); // time for the other thread to claim while this claim is open
                    }
                    cancel.publish();
                }
                sent.incrementAndGet();
            } catch (IllegalStateException e) {
                refused.incrementAndGet();
            }
        }
    }
}
