package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Follower;
import io.daybook.api.Nop;
import io.daybook.api.PartReader;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.StateView;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.exchange.RingExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.engine.result.ResultEncoder;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A consumer that reads the journal of an exchange while it grows. */
@Proves("following a journal gives the bytes that a listener received")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReplayFollowTest {
    private static final int PAIR = 7;
    private static final JournalOptions SMALL = JournalOptions.builder()
            .maxBlockBytes(8 << 10)
            .firstSegmentBytes(16 << 10)
            .maxSegmentBytes(32 << 10)
            .keepSnapshots(2)
            .build();
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    static List<Topology> topologies() {
        return List.of(Topology.FUSED, Topology.pipelined(2));
    }

    /** Keeps the bytes of its results, and asserts that none is missing. */
    private static class Kept implements Follower {
        final List<byte[]> results = Collections.synchronizedList(new ArrayList<>());
        final AtomicBoolean stop = new AtomicBoolean();
        volatile long lastSeq;
        long firstLive;
        long restingOrders = -1;
        int batches;

        @Override
        public String name() {
            throw new AssertionError("name must not be called: the follower is not registered");
        }

        @Override
        public long mark() {
            throw new AssertionError("mark must not be called: the folder keeps nothing for the follower");
        }

        @Override
        public void restore(final @Nullable PartReader part, final long seq, final StateView state) {
            assertNull(part);
            assertEquals(-1, restingOrders, "once");
            assertEquals(seq, state.seq());
            restingOrders = 0;
            state.forEachOrder(order -> restingOrders++);
            lastSeq = seq;
        }

        @Override
        public void onResult(final ResultView result, final boolean replayed) {
            assertEquals(lastSeq + 1, result.seq());
            results.add(bytes(result));
            if (!replayed && firstLive == 0) {
                firstLive = result.seq();
            }
            lastSeq = result.seq();
        }

        @Override
        public void onBatchEnd() {
            batches++;
        }

        void await(final long seq) throws InterruptedException {
            while (lastSeq < seq) {
                Thread.sleep(1);
            }
        }
    }

    private static byte[] bytes(final ResultView result) {
        final byte[] bytes = new byte[ResultEncoder.encodedLength(result)];
        ResultEncoder.encode(result, bytes, 0);
        return bytes;
    }

    private Exchange start(final Topology topology, final List<byte[]> heard) {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(topology)
                .ringSize(64)
                .blockBytes(4096)
                .journal(folder)
                .build();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                heard.add(bytes(result));
            }
        };
        return new RingExchange(config, RecoveredState.recover(config, new FileJournalStorage(), SMALL), listener)
                .start();
    }

    private CompletableFuture<Long> follow(final long seq, final Kept kept) {
        return CompletableFuture.supplyAsync(
                () -> Replay.follow(folder, seq, kept, kept.stop::get), task -> new Thread(task).start());
    }

    /** Waits until the folder proves that a command was forced, which happens some time after its answer. */
    private void awaitProof(final long seq) throws Exception {
        final Kept told = new Kept();
        final CompletableFuture<Long> following = follow(seq, told);
        told.await(seq);
        told.stop.set(true);
        assertEquals(seq, following.get());
    }

    private static void market(final Exchange exchange) {
        exchange.submit(new AddSymbol(SymbolSpec.exchangePair(PAIR, 10, 20).build()));
        exchange.submit(AddAccounts.of(
                Map.of(1L, Map.of(20, 1_000_000_000L), 2L, Map.of(10, 1_000_000_000L), 3L, Map.of(20, 1L))));
        exchange.submit(new Nop()).join();
    }

    /** Orders that rest, trade, and are refused, with tags. */
    private static long trade(final Exchange exchange, final int from, final int count) {
        for (int id = from; id < from + count - 1; id++) {
            final long uid = 1 + id % 3;
            final Side side = uid == 2 ? Side.ASK : Side.BID;
            exchange.submit(PlaceOrder.gtc(uid, PAIR, id, side, 90 + id % 7, 1 + id % 5), id, new byte[id % 9]);
        }
        return exchange.submit(new Nop()).join().seq();
    }

    private static void assertSame(final List<byte[]> expected, final List<byte[]> actual) {
        assertEquals(expected.size(), actual.size());
        for (int i = 0; i < expected.size(); i++) {
            final int at = i;
            assertArrayEquals(expected.get(i), actual.get(i), () -> "result " + at);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTellTheBytesThatAListenerHeardAcrossRotationsAndRestarts(final Topology topology) throws Exception {
        final List<byte[]> heard = new ArrayList<>();
        final Kept kept = new Kept();
        CompletableFuture<Long> following = new CompletableFuture<>();
        long last = 0;
        for (int life = 0; life < 3; life++) {
            try (Exchange exchange = start(topology, heard)) {
                if (life == 0) {
                    market(exchange);
                    following = follow(1, kept);
                }
                last = trade(exchange, 10_000 * (life + 1), 3_000);
            }
            kept.await(last); // the exchange is closed: the folder proves that every command was forced
        }
        kept.stop.set(true);
        assertEquals(last, following.get());
        assertSame(heard, kept.results);
        assertTrue(kept.batches > 3);
        try (Stream<Path> segments = Files.list(folder.resolve("journal"))) {
            assertTrue(segments.filter(file -> file.toString().endsWith(".jnl")).count() > 3, "rotations");
        }
    }

    @Test
    void shouldBeginFromTheStateBeforeItsFirstSeqAndWaitForOneThatDoesNotExistYet() throws Exception {
        final List<byte[]> heard = new ArrayList<>();
        final Kept early = new Kept();
        final Kept late = new Kept();
        try (Exchange exchange = start(Topology.FUSED, heard)) {
            market(exchange); // 3 commands
            exchange.submit(PlaceOrder.gtc(1, PAIR, 1, Side.BID, 90, 1)).join();
            exchange.snapshot().join(); // 5
            exchange.submit(PlaceOrder.gtc(1, PAIR, 2, Side.BID, 91, 1)).join();
            exchange.submit(new Nop()).join(); // 7
            awaitProof(7);
            final CompletableFuture<Long> first = follow(7, early);
            final CompletableFuture<Long> second = follow(9, late);
            early.await(7);
            assertEquals(2, early.restingOrders);
            assertEquals(0, early.firstLive, "results that the journal held must come as replayed");
            assertEquals(-1, late.restingOrders);
            exchange.submit(PlaceOrder.gtc(1, PAIR, 3, Side.BID, 92, 1)).join(); // 8
            exchange.submit(new Nop()).join(); // 9
            late.await(9);
            early.await(9);
            assertEquals(3, late.restingOrders);
            assertEquals(8, early.firstLive);
            early.stop.set(true);
            late.stop.set(true);
            assertEquals(9, first.get());
            assertEquals(9, second.get());
        }
        assertSame(heard.subList(6, 9), early.results);
        assertSame(heard.subList(8, 9), late.results);
    }

    /**
     * Results that are released after the write and never forced while the exchange runs: the folder alone does not
     * prove that they were released; only the exchange can report it.
     */
    @Test
    void shouldTellBesideAnExchangeWhatItHasLetGo() throws Exception {
        final Kept beside = new Kept();
        final Kept fromTheFolder = new Kept();
        try (Exchange exchange = DaybookExchange.builder()
                .journal(folder)
                .ackMode(AckMode.AFTER_WRITE)
                .forceIntervalMs(60_000)
                .start()) {
            final CompletableFuture<Long> first = CompletableFuture.supplyAsync(
                    () -> Replay.follow(exchange, 1, beside, beside.stop::get), task -> new Thread(task).start());
            final CompletableFuture<Long> second = follow(1, fromTheFolder);
            final long last = exchange.submit(new AddUser(1)).join().seq();
            beside.await(last);
            assertEquals(0, exchange.metrics().journalForcedSeq());
            assertEquals(List.of(), fromTheFolder.results);
            beside.stop.set(true);
            assertEquals(last, first.get());
            fromTheFolder.stop.set(true);
            assertEquals(0, second.get());
        }
        try (Exchange without = DaybookExchange.builder().start()) {
            assertThrows(IllegalArgumentException.class, () -> Replay.follow(without, 1, new Kept(), () -> true));
        }
    }

    @Test
    void shouldSayThatSegmentsWereRetired() throws Exception {
        final Kept slow = new Kept() {
            @Override
            public void onResult(final ResultView result, final boolean replayed) {
                super.onResult(result, replayed);
                while (result.seq() == 2 && !stop.get()) {
                    LockSupport.parkNanos(LOOK_NS);
                }
            }
        };
        try (Exchange exchange = start(Topology.FUSED, new ArrayList<>())) {
            market(exchange);
            final CompletableFuture<Long> following = follow(1, slow);
            slow.await(2);
            for (int round = 1; round <= 4; round++) {
                trade(exchange, 10_000 * round, 2_000);
                exchange.snapshot().join();
            }
            assertTrue(Replay.firstSeq(folder) > 1);
            slow.stop.set(true); // ends its second result, and the call before the next block
            assertTrue(following.get() < 100);
            slow.stop.set(false);
            final JournalException gap =
                    assertThrows(JournalException.class, () -> Replay.follow(folder, 3, new Kept(), () -> false));
            assertEquals(JournalException.Reason.GAP, gap.reason());
            assertEquals("seq 3", gap.expected());
        }
    }

    @Test
    void shouldEndWithWhatTheFollowerThrowsAndWithAnInterrupt() throws Exception {
        try (Exchange exchange = start(Topology.FUSED, new ArrayList<>())) {
            market(exchange);
        }
        final Kept throwing = new Kept() {
            @Override
            public void onResult(final ResultView result, final boolean replayed) {
                throw new IllegalArgumentException("at " + result.seq());
            }
        };
        final IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> Replay.follow(folder, 2, throwing, () -> false));
        assertEquals("at 2", thrown.getMessage());
        assertThrows(IllegalArgumentException.class, () -> Replay.follow(folder, 0, throwing, () -> false));
        assertThrows(JournalException.class, () -> Replay.follow(folder.resolve("none"), 1, throwing, () -> false));

        final Kept kept = new Kept();
        final CompletableFuture<Boolean> stays = new CompletableFuture<>();
        final Thread thread = new Thread(() -> {
            assertEquals(3, Replay.follow(folder, 1, kept, () -> false));
            stays.complete(Thread.currentThread().isInterrupted());
        });
        thread.start();
        kept.await(3);
        assertFalse(stays.isDone());
        thread.interrupt();
        assertTrue(stays.get());
    }
}
