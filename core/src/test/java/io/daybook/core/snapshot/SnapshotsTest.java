package io.daybook.core.snapshot;

import static io.daybook.engine.state.RandomMarket.hash;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.AuditQuery;
import io.daybook.api.CommandType;
import io.daybook.api.DeliveryThread;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.Limits;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.RecoveryFailedException;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.SnapshotFailedException;
import io.daybook.api.SnapshotReport;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.DisturbedStorage;
import io.daybook.core.recovery.JournalSettings;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.Proves;
import io.daybook.journal.access.Journal;
import io.daybook.journal.access.JournalOptions;
import io.daybook.journal.snapshot.SnapshotPartReader;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.kernel.command.CommandSlot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Proves("every topology and book writes the same snapshots and reads the others'")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SnapshotsTest {
    private static final long SEED = 42;
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    static Stream<Topology> topologies() {
        return Stream.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    }

    static Stream<Arguments> topologiesAndModes() {
        return topologies().flatMap(topology -> Stream.of(AckMode.values()).map(mode -> Arguments.of(topology, mode)));
    }

    private DaybookExchange.Builder builder(final Topology topology) {
        return DaybookExchange.builder().topology(topology).journal(folder);
    }

    @ParameterizedTest
    @MethodSource("topologiesAndModes")
    void shouldComeBackFromASnapshotAndWhatFollowsIt(final Topology topology, final AckMode mode) {
        final RandomMarket market = new RandomMarket(SEED);
        final SnapshotReport report;
        final String hash;
        try (Exchange exchange = builder(topology).ackMode(mode).start()) {
            market.send(exchange, market.opening());
            market.send(exchange, market.trading(800));
            report = exchange.snapshot().join();
            assertEquals(
                    report.stateHash(),
                    exchange.query(new StateHashQuery()).join().hash());
            market.send(exchange, market.trading(500));
            hash = hash(exchange);
        }
        assertTrue(report.isWritten());
        try (Exchange exchange = builder(topology).start()) {
            assertEquals(report.seq(), exchange.recovery().snapshotSeq());
            assertEquals(500, exchange.recovery().replayed());
            assertEquals(hash, hash(exchange));
            assertTrue(exchange.query(new AuditQuery()).join().isBalanced());
            market.send(exchange, market.trading(100));
            assertEquals(report.seq() + 600, exchange.recovery().lastSeq() + 100);
        }
    }

    @Test
    void shouldRestoreWhateverBookWroteIt() {
        final Map<OrderBookType, String> hashes = new TreeMap<>();
        for (final OrderBookType writer : OrderBookType.values()) {
            final Path mine = folder.resolve(writer.name());
            final RandomMarket market = new RandomMarket(SEED);
            try (Exchange exchange = DaybookExchange.builder()
                    .topology(Topology.INLINE)
                    .orderBookType(writer)
                    .ackMode(AckMode.AFTER_WRITE)
                    .journal(mine)
                    .start()) {
                market.send(exchange, market.opening());
                market.send(exchange, market.trading(2000));
                exchange.snapshot().join();
                hashes.put(writer, hash(exchange));
            }
            for (final OrderBookType reader : OrderBookType.values()) {
                try (Exchange exchange = DaybookExchange.builder()
                        .orderBookType(reader)
                        .journal(mine)
                        .start()) {
                    assertEquals(0, exchange.recovery().replayed());
                    assertEquals(hashes.get(writer), hash(exchange));
                }
            }
        }
        assertEquals(1, hashes.values().stream().distinct().count());
    }

    @Test
    void shouldWriteTheSameContentWithEveryBookAndTopology() {
        byte[] first = null;
        for (final OrderBookType type : OrderBookType.values()) {
            for (final Topology topology : topologies().toList()) {
                final Path mine = folder.resolve(type + "-" + topology.kind());
                final RandomMarket market = new RandomMarket(SEED);
                try (Exchange exchange = DaybookExchange.builder()
                        .topology(topology)
                        .orderBookType(type)
                        .ackMode(AckMode.AFTER_WRITE)
                        .journal(mine)
                        .start()) {
                    market.send(exchange, market.opening());
                    market.send(exchange, market.trading(2000));
                    exchange.snapshot().join();
                }
                final byte[] content = content(mine);
                if (first == null) {
                    first = content;
                }
                assertArrayEquals(first, content, type + " " + topology);
            }
        }
        assertTrue(first != null && first.length > 10_000);
    }

    @Test
    void shouldRestoreBooksUnderAnotherChoiceBySymbol() {
        final byte[] expected = contentOf(Topology.INLINE, "avl", Map.of());
        final Map<Integer, OrderBookType> mixed =
                Map.of(3, OrderBookType.RADIX, 7, OrderBookType.LADDER, 70_001, OrderBookType.AVL);
        for (final Topology topology : topologies().toList()) {
            final String name = "mixed-" + topology.kind();
            assertArrayEquals(expected, contentOf(topology, name, mixed), name);
            final String hash;
            try (Exchange exchange =
                    DaybookExchange.builder().journal(folder.resolve(name)).start()) {
                hash = hash(exchange);
                assertTrue(exchange.query(new AuditQuery()).join().isBalanced());
            }
            final DaybookExchange.Builder again =
                    DaybookExchange.builder().topology(topology).journal(folder.resolve(name));
            mixed.forEach(again::orderBookType);
            try (Exchange exchange = again.start()) {
                assertEquals(hash, hash(exchange));
            }
        }
    }

    private byte[] contentOf(
            final Topology topology, final String name, final Map<Integer, OrderBookType> orderBookTypes) {
        final Path mine = folder.resolve(name);
        final DaybookExchange.Builder builder = DaybookExchange.builder()
                .topology(topology)
                .orderBookType(OrderBookType.AVL)
                .ackMode(AckMode.AFTER_WRITE)
                .journal(mine);
        orderBookTypes.forEach(builder::orderBookType);
        final RandomMarket market = new RandomMarket(SEED);
        try (Exchange exchange = builder.start()) {
            market.send(exchange, market.opening());
            market.send(exchange, market.trading(2000));
            exchange.snapshot().join();
        }
        return content(mine);
    }

    private static byte[] content(final Path folder) {
        final ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (Journal journal = open(folder)) {
            final SnapshotReader snapshot = Objects.requireNonNull(journal.snapshot());
            for (final String name : snapshot.parts()) {
                try (SnapshotPartReader part = snapshot.open(name)) {
                    final byte[] buffer = new byte[4096];
                    for (int read = part.read(buffer, 0, buffer.length);
                            read > 0;
                            read = part.read(buffer, 0, buffer.length)) {
                        content.write(buffer, 0, read);
                    }
                }
            }
        }
        return content.toByteArray();
    }

    private static Journal open(final Path folder) {
        return Journal.open(folder, JournalOptions.DEFAULT, new JournalSettings(true, false).fingerprint());
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldFallBackToAnOlderSnapshotWhenTheNewestIsBad(final Topology topology) throws IOException {
        final RandomMarket market = new RandomMarket(SEED);
        final SnapshotReport older;
        final SnapshotReport newer;
        final String hash;
        try (Exchange exchange = builder(topology).start()) {
            market.send(exchange, market.opening());
            older = exchange.snapshot().join();
            market.send(exchange, market.trading(500));
            newer = exchange.snapshot().join();
            market.send(exchange, market.trading(10));
            hash = hash(exchange);
        }
        final Path part = snapshotFolder(newer.seq()).resolve("books");
        final byte[] bytes = Files.readAllBytes(part);
        bytes[bytes.length / 2] ^= 4;
        Files.write(part, bytes);

        try (Exchange exchange = builder(topology).start()) {
            assertEquals(older.seq(), exchange.recovery().snapshotSeq());
            assertEquals(511, exchange.recovery().replayed());
            assertEquals(hash, hash(exchange));
            final String notes = String.join("\n", exchange.recovery().notes());
            assertTrue(notes.contains("snapshot " + newer.seq() + " is passed over"), notes);
            assertTrue(notes.contains("books"), notes);
        }
        Files.delete(snapshotFolder(older.seq()).resolve("MANIFEST"));
        try (Exchange exchange = builder(topology).start()) {
            assertEquals(0, exchange.recovery().snapshotSeq());
            assertEquals(2, exchange.recovery().notes().size());
            assertEquals(hash, hash(exchange));
        }
    }

    private Path snapshotFolder(final long seq) {
        return folder.resolve("snapshots").resolve(String.format("%020d", seq));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTellListenersOfWhatIsOnTheDisk(final Topology topology) throws InterruptedException {
        final BlockingQueue<SnapshotReport> heard = new LinkedBlockingQueue<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onSnapshot(final SnapshotReport snapshot) {
                heard.add(snapshot);
            }
        };
        try (Exchange exchange = builder(topology).listener(listener).start()) {
            final long seq = exchange.submit(new PersistSnapshot()).join().seq();
            final SnapshotReport report = Objects.requireNonNull(heard.poll(60, TimeUnit.SECONDS));
            assertEquals(seq, report.seq());
            assertTrue(Files.exists(snapshotFolder(seq).resolve("MANIFEST")));
            assertTrue(report.sizeBytes() > 0 && report.pauseNs() >= 0 && report.elapsedNs() >= report.pauseNs());
        }
        assertEquals(0, heard.size());
    }

    @Test
    void shouldMarkASnapshotOnAThreadThatAListenerInterrupted() throws Exception {
        final AtomicBoolean isTaken = new AtomicBoolean(); // ends the wait if the mark was faster than the NOP
        final ExchangeListener interrupter = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                if (result.type() == CommandType.NOP) {
                    while (!isMarkWaiting() && !isTaken.get()) {
                        Thread.onSpinWait();
                    }
                    Thread.currentThread().interrupt();
                }
            }
        };
        try (Exchange exchange = builder(Topology.FUSED)
                .delivery(DeliveryThread.SHARED)
                .listener(interrupter)
                .start()) {
            final CompletableFuture<SnapshotReport> snapshot = exchange.snapshot();
            final CompletableFuture<?> unused = snapshot.whenComplete((report, failure) -> isTaken.set(true));
            exchange.submit(new Nop()).join();
            assertEquals(1, snapshot.get(60, TimeUnit.SECONDS).seq());
        }
    }

    /** Whether the thread that writes snapshots has finished one, and waits for its mark in the journal. */
    private static boolean isMarkWaiting() {
        return Thread.getAllStackTraces().values().stream().flatMap(Stream::of).anyMatch(frame -> frame.getClassName()
                .equals(SnapshotMark.class.getName()));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTakeSnapshotsForThoseWhoAreInterrupted(final Topology topology) throws Exception {
        final ExchangeListener interrupter = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                Thread.currentThread().interrupt();
            }

            @Override
            public void onSnapshot(final SnapshotReport snapshot) {
                Thread.currentThread().interrupt();
            }
        };
        try (Exchange exchange = builder(topology)
                .snapshots(SnapshotConfig.DEFAULT.keep(1))
                .listener(interrupter)
                .start()) {
            for (int seq = 1; seq <= 6; seq++) {
                Thread.currentThread().interrupt();
                final CompletableFuture<SnapshotReport> snapshot = exchange.snapshot();
                assertTrue(Thread.interrupted());
                assertEquals(seq, snapshot.get(60, TimeUnit.SECONDS).seq());
            }
        }
        try (Stream<Path> kept = Files.list(folder.resolve("snapshots"))) {
            final Set<Path> last = Set.of(snapshotFolder(5), snapshotFolder(6)); // closing may abandon a deletion
            assertTrue(last.containsAll(kept.toList()));
        }
        assertTrue(Files.isDirectory(snapshotFolder(6)));
    }

    @Test
    void shouldJoinASnapshotThatIsBeingWritten() throws Exception {
        final CompletableFuture<Void> first = new CompletableFuture<>();
        final ExchangeListener slow = new ExchangeListener() {
            @Override
            public void onSnapshot(final SnapshotReport snapshot) {
                first.join(); // the next snapshot waits for it
            }
        };
        try (Exchange exchange = builder(Topology.FUSED).listener(slow).start()) {
            exchange.snapshot().join();
            final CompletableFuture<SnapshotReport> waiting = exchange.snapshot();
            final long joined = exchange.submit(new PersistSnapshot()).join().seq();
            final CompletableFuture<SnapshotReport> joining = exchange.snapshot();
            exchange.submit(new Nop()).join();
            assertFalse(waiting.isDone());
            first.complete(null);
            assertEquals(joined - 1, waiting.get(60, TimeUnit.SECONDS).seq());
            assertEquals(waiting.join(), joining.get(60, TimeUnit.SECONDS));
            assertTrue(exchange.snapshot().join().seq() > joined);
        }
        try (Exchange exchange = builder(Topology.FUSED).start()) {
            assertEquals(0, exchange.recovery().replayed());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGoOnWhenASnapshotFails(final Topology topology) throws IOException {
        final BlockingQueue<SnapshotFailedException> heard = new LinkedBlockingQueue<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onSnapshotFailed(final SnapshotFailedException failure) {
                heard.add(failure);
            }
        };
        final String hash;
        final long seq;
        try (Exchange exchange = builder(topology).listener(listener).start()) {
            exchange.submit(new Nop()).join();
            final Path snapshots = folder.resolve("snapshots");
            Files.delete(snapshots);
            Files.write(snapshots, new byte[1]); // a file in place of the folder
            final CompletionException failure = assertThrows(CompletionException.class, exchange.snapshot()::join);
            assertEquals(
                    2,
                    assertInstanceOf(SnapshotFailedException.class, failure.getCause())
                            .seq());
            assertEquals(ExchangeState.RUNNING, exchange.state());
            Files.delete(snapshots);
            Files.createDirectory(snapshots);
            seq = exchange.snapshot().join().seq();
            hash = hash(exchange);
        }
        assertEquals(1, heard.size());
        try (Exchange exchange = builder(topology).start()) {
            assertEquals(seq, exchange.recovery().snapshotSeq());
            assertEquals(hash, hash(exchange));
        }
    }

    /** While a snapshot is written, the state is in memory twice. If memory runs out, only that snapshot is lost. */
    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGoOnWhenMemoryRunsOutWhileASnapshotIsWritten(final Topology topology) throws Exception {
        final AtomicBoolean isOut = new AtomicBoolean(true);
        final DisturbedStorage storage = new DisturbedStorage() {
            @Override
            protected ByteBuffer beforeWrite(final Path path, final ByteBuffer source) {
                if (path.startsWith(folder.resolve("snapshots")) && isOut.getAndSet(false)) {
                    throw new OutOfMemoryError("planted");
                }
                return source;
            }

            @Override
            protected void beforeForce(final Path path) {}
        };
        final ExchangeConfig config =
                ExchangeConfig.builder().topology(topology).journal(folder).build();
        try (Exchange exchange = DaybookExchange.start(storage, config)) {
            final CompletionException failure = assertThrows(CompletionException.class, exchange.snapshot()::join);
            assertInstanceOf(
                    OutOfMemoryError.class,
                    assertInstanceOf(SnapshotFailedException.class, failure.getCause())
                            .getCause());
            assertEquals(2, exchange.snapshot().get(60, TimeUnit.SECONDS).seq());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGoOnWhateverAListenerThrowsThatIsToldOfASnapshot(final Topology topology) throws Exception {
        final List<String> told = new CopyOnWriteArrayList<>();
        final ExchangeListener dying = new ExchangeListener() {
            @Override
            public void onSnapshot(final SnapshotReport snapshot) {
                told.add("snapshot " + snapshot.seq());
                throw new AssertionError("a listener's own bug");
            }

            @Override
            public void onSnapshotFailed(final SnapshotFailedException failure) {
                told.add("failed");
            }
        };
        try (Exchange exchange = builder(topology).listener(dying).start()) {
            assertEquals(1, exchange.snapshot().get(60, TimeUnit.SECONDS).seq());
            assertEquals(2, exchange.snapshot().get(60, TimeUnit.SECONDS).seq());
        }
        assertEquals(List.of("snapshot 1", "snapshot 2"), told);
    }

    /** An exchange must stop if its journal could not record the mark, whatever was thrown. */
    @Test
    void shouldStopInlineWhereTheMarkOfASnapshotCannotBeWritten() throws Exception {
        final AtomicBoolean isMark = new AtomicBoolean();
        final DisturbedStorage storage = new DisturbedStorage() {
            @Override
            protected ByteBuffer beforeWrite(final Path path, final ByteBuffer source) {
                if (path.endsWith("MANIFEST")) {
                    isMark.set(true);
                } else if (path.startsWith(folder.resolve("journal"))
                        && path.toString().endsWith(".jnl")
                        && isMark.get()) {
                    throw new OutOfMemoryError("planted");
                }
                return source;
            }

            @Override
            protected void beforeForce(final Path path) {}
        };
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .journal(folder)
                .build();
        final Exchange exchange = DaybookExchange.start(storage, config);
        exchange.submit(new Nop()).join();
        assertThrows(OutOfMemoryError.class, exchange::snapshot);
        assertEquals(ExchangeState.FAILED, exchange.state());
        exchange.close();
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldWriteNothingWithoutAJournal(final Topology topology) {
        try (Exchange exchange = DaybookExchange.builder().topology(topology).start()) {
            assertEquals(
                    ResultCode.SUCCESS,
                    exchange.submit(new PersistSnapshot()).join().code());
            final SnapshotReport report = exchange.snapshot().join();
            assertFalse(report.isWritten());
            assertEquals(2, report.seq());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTakeSnapshotsByItselfAndKeepTheNewest(final Topology topology) throws Exception {
        final BlockingQueue<SnapshotReport> heard = new LinkedBlockingQueue<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onSnapshot(final SnapshotReport snapshot) {
                heard.add(snapshot);
            }
        };
        final RandomMarket market = new RandomMarket(SEED);
        long last = 0;
        try (Exchange exchange = builder(topology)
                .snapshots(SnapshotConfig.every(100).keep(2))
                .listener(listener)
                .start()) {
            market.send(exchange, market.opening());
            for (int i = 0; i < 4; i++) {
                market.send(exchange, market.trading(100));
                final SnapshotReport report = Objects.requireNonNull(heard.poll(60, TimeUnit.SECONDS));
                assertTrue(report.seq() >= last + 100, report::toString);
                last = report.seq();
            }
            // Surplus snapshots are deleted after the report; closing would abandon that.
            final long beganNs = System.nanoTime();
            while (kept() != 2 && System.nanoTime() - beganNs < TimeUnit.SECONDS.toNanos(60)) {
                LockSupport.parkNanos(LOOK_NS);
            }
        }
        assertEquals(2, kept());
    }

    private long kept() throws IOException {
        try (Stream<Path> snapshots = Files.list(folder.resolve("snapshots"))) {
            return snapshots.count();
        }
    }

    @Test
    void shouldFinishASnapshotBeforeItCloses() {
        final RandomMarket market = new RandomMarket(SEED);
        final CompletableFuture<SnapshotReport> snapshot;
        try (Exchange exchange = builder(Topology.FUSED).start()) {
            market.send(exchange, market.opening());
            snapshot = exchange.snapshot();
        }
        assertTrue(snapshot.isDone() && snapshot.join().isWritten());
        try (Exchange exchange = builder(Topology.FUSED).start()) {
            assertEquals(snapshot.join().seq(), exchange.recovery().lastSeq());
            assertEquals(snapshot.join().seq(), exchange.recovery().snapshotSeq());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGoOnInTimeAfterASnapshot(final Topology topology) {
        final long late = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) + Limits.MAX_STAMP_LEAD_NS / 2;
        try (Exchange exchange = builder(topology).start()) {
            exchange.submit(new Nop(), 0, late).join();
            exchange.snapshot().join();
        }
        try (Exchange exchange = builder(topology).start()) {
            assertEquals(late, exchange.submit(new Nop(), 0, 1).join().timestampNs());
        }
    }

    @Test
    void shouldRefuseAJournalThatLeadsToAnotherStateThanItsSnapshotSays() {
        final CommandBlockEncoder block = new CommandBlockEncoder(1024);
        final CommandSlot slot = new CommandSlot();
        slot.type(new PersistSnapshot().type().code());
        block.append(slot, 1);
        try (Journal journal = open(folder)) {
            journal.writer().append(1, 1, 1, block.buffer(), 0, block.length());
            journal.writer().force();
            journal.writer().snapMark(1, 0x1234);
            journal.writer().force();
        }
        final RecoveryFailedException refused = assertThrows(
                RecoveryFailedException.class, () -> builder(Topology.INLINE).start());
        assertEquals(1, refused.seq());
        final String message = String.valueOf(refused.getMessage());
        assertTrue(message.contains("0000000000001234"), message);
        final String empty;
        try (Exchange exchange =
                DaybookExchange.builder().topology(Topology.INLINE).start()) {
            empty = hash(exchange);
        }
        assertTrue(message.contains(empty), message);
    }
}
