package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandBatch;
import io.daybook.api.CommandResult;
import io.daybook.api.DeliveryThread;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.Nop;
import io.daybook.api.ResultView;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.DisturbedTasks;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.Duty;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.Compression;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalOptions;
import io.daybook.journal.access.JournalReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Commands that are forced when an exchange fails are delivered before the others fail. The disk stops at each write,
 * force and other call in turn, and the delivered results are compared with the commands that a reader finds in the
 * journal at every force that succeeded.
 */
@Proves("what is forced when the disk stops is answered, and nothing else")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
class DeliveryAfterFailureTest {
    /**
     * The sizes of groups of commands. Each group is published together and waits for the force of the group before:
     * one command, a part of a block, several blocks.
     */
    private static final int[] GROUPS = {1, 150, 2, 700, 1, 900, 3, 400};

    /** Order ids so far apart that a group takes more than a segment. */
    private static final long WIDE = 0x9E37_79B9_7F4A_7C15L;

    private static final int BLOCK_BYTES = 4096;
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    static Stream<Arguments> topologies() {
        return Stream.of(Topology.FUSED, Topology.pipelined(2))
                .flatMap(topology -> Stream.of(DeliveryThread.SHARED, DeliveryThread.OWN)
                        .map(delivery -> Arguments.of(topology, delivery)));
    }

    /**
     * Returns each topology twice: with an engine that is held back, so that everything is delivered after the failure,
     * and with one that is not.
     */
    static Stream<Arguments> heldAndNot() {
        return Stream.concat(
                topologies().flatMap(threads -> Stream.of(true, false)
                        .map(held -> Arguments.of(threads.get()[0], threads.get()[1], held))),
                Stream.of(Arguments.of(Topology.INLINE, DeliveryThread.SHARED, false)));
    }

    /** A disk that stops for good at a call. */
    private static final class StoppingDisk extends ForwardingStorage {
        private final Path folder;
        private final Map<Path, StoppingFile> created = new ConcurrentHashMap<>();
        private long callsLeft = Long.MAX_VALUE;
        private long forcedSeq;
        private boolean stopped;

        StoppingDisk(final Path folder) {
            super(new FileJournalStorage());
            this.folder = folder;
        }

        synchronized void stopAtCall(final long call) {
            callsLeft = call;
        }

        synchronized boolean hasStopped() {
            return stopped;
        }

        /** The last seq that a reader found at the last force that succeeded. */
        synchronized long forcedSeq() {
            return forcedSeq;
        }

        private synchronized void call() throws IOException {
            callsLeft--;
            stopped |= callsLeft <= 0;
            if (stopped) {
                throw new IOException("stands for a disk that is gone");
            }
        }

        /** Reads the journal instead of forcing it: no power fails here, so no byte has to reach a real disk. */
        private synchronized void onForced(final Path path) {
            if (path.getFileName().toString().matches("\\d+\\.jnl")) {
                forcedSeq = JournalReader.open(folder).stat().lastSeq();
            }
        }

        @Override
        public StorageFile create(final Path path) throws IOException {
            call();
            final StoppingFile file = new StoppingFile(path, super.create(path));
            created.put(path, file);
            return file;
        }

        @Override
        public StorageFile open(final Path path) throws IOException {
            return new StoppingFile(path, super.open(path));
        }

        @Override
        public void rename(final Path from, final Path to) throws IOException {
            call();
            super.rename(from, to);
            final StoppingFile file = created.remove(from);
            if (file != null) {
                file.path = to;
            }
        }

        @Override
        public void forceDirectory(final Path directory) throws IOException {
            call();
        }

        /** One file of this disk. */
        private final class StoppingFile extends ForwardingFile {
            private volatile Path path;

            StoppingFile(final Path path, final StorageFile file) {
                super(file);
                this.path = path;
            }

            @Override
            public int write(final ByteBuffer source, final long position) throws IOException {
                call();
                return super.write(source, position);
            }

            @Override
            public void force(final boolean metadata) throws IOException {
                call();
                onForced(path);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("heldAndNot")
    void shouldAnswerWhatIsForcedAndNothingElseWhereverTheDiskStops(
            final Topology topology, final DeliveryThread delivery, final boolean engineHeld) throws Exception {
        boolean stopped = true;
        for (int call = 1; stopped; call++) {
            stopped = run(topology, delivery, engineHeld, call);
            assertTrue(call > 30 || stopped, "the disk must be called more often: " + call);
        }
    }

    /**
     * Sends commands until the disk stops.
     *
     * @param engineHeld whether nothing is settled, and so nothing delivered, before the disk stops
     * @return whether the disk stopped before the exchange was closed
     */
    private boolean run(
            final Topology topology, final DeliveryThread delivery, final boolean engineHeld, final int call)
            throws Exception {
        final Path journal = Files.createDirectory(folder.resolve("call-" + call));
        final StoppingDisk disk = new StoppingDisk(journal);
        final List<Long> heard = Collections.synchronizedList(new ArrayList<>());
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                heard.add(result.seq());
            }
        };
        final CountDownLatch mayRun = new CountDownLatch(engineHeld ? 1 : 0);
        final TreeMap<Long, CompletableFuture<CommandResult>> futures = new TreeMap<>();
        long sent = 0;
        try (Exchange exchange = start(config(topology, delivery, journal).build(), disk, mayRun, listener)) {
            disk.stopAtCall(call);
            for (final int commands : GROUPS) {
                if (exchange.state() == ExchangeState.RUNNING) {
                    sent = send(
                            exchange,
                            topology.equals(Topology.INLINE) ? Math.min(12, commands) : commands,
                            sent,
                            futures);
                    awaitForced(exchange, sent);
                }
            }
            mayRun.countDown();
        }
        final String where = "stopped at call " + call;
        final long forced = disk.forcedSeq();
        assertEquals(forced, heard.size(), where);
        assertTrue(LongStream.rangeClosed(1, forced).allMatch(seq -> heard.get((int) seq - 1) == seq), where);
        for (final long seq : futures.keySet()) {
            final CompletableFuture<CommandResult> future = futures.get(seq);
            assertTrue(future.isDone(), where);
            if (seq <= forced) {
                assertEquals(seq, future.join().seq(), where);
            } else {
                final ExecutionException failure = assertThrows(ExecutionException.class, future::get);
                assertInstanceOf(ExchangeClosedException.class, failure.getCause());
            }
        }
        assertTrue(disk.hasStopped() || forced == sent, where);
        return disk.hasStopped();
    }

    private static ExchangeConfig.Builder config(
            final Topology topology, final DeliveryThread delivery, final Path journal) {
        return ExchangeConfig.builder()
                .topology(topology)
                .delivery(delivery)
                .ringSize(4096)
                .eventRingSize(4096)
                .blockBytes(BLOCK_BYTES)
                .journal(journal);
    }

    private static Exchange start(
            final ExchangeConfig config,
            final StoppingDisk disk,
            final CountDownLatch mayRun,
            final ExchangeListener... listeners) {
        final JournalOptions small = JournalOptions.builder()
                .compression(Compression.NONE)
                .maxBlockBytes(2 * BLOCK_BYTES)
                .firstSegmentBytes(4L * BLOCK_BYTES)
                .maxSegmentBytes(4L * BLOCK_BYTES)
                .fillAhead(false)
                .scheduler(new DisturbedTasks((name, duty) -> hold(name, duty, mayRun)))
                .build();
        final RecoveredState recovered = RecoveredState.recover(config, disk, small);
        return config.topology().equals(Topology.INLINE)
                ? new InlineExchange(config, recovered, listeners)
                : new RingExchange(config, recovered, listeners).start();
    }

    /** Keeps the engine's first stage from working on its own thread until it may run. */
    private static Duty hold(final String name, final Duty front, final CountDownLatch mayRun) {
        if (!name.equals("daybook-engine") && !name.equals("daybook-risk")) {
            return front;
        }
        return new DisturbedTasks.Around(front) {
            @Override
            public int doWork() {
                return mayRun.getCount() == 0 ? duty.doWork() : 0;
            }
        };
    }

    /** Sends one command with a future, then the others together; returns the seq of the last. */
    private static long send(
            final Exchange exchange,
            final int commands,
            final long sent,
            final TreeMap<Long, CompletableFuture<CommandResult>> futures) {
        try {
            if (commands == 1) {
                futures.put(sent + 1, exchange.submit(new Nop()));
            } else {
                final CommandBatch batch = exchange.newDoor().batch(commands);
                for (int i = 0; i < commands; i++) {
                    batch.cancel().uid(1).symbol(1).orderId(i * WIDE).publish();
                }
                batch.publish();
            }
        } catch (JournalException e) {
            assertEquals(Topology.INLINE, exchange.config().topology(), "only INLINE throws to the caller");
        } catch (ExchangeClosedException e) {
            assertEquals(ExchangeState.FAILED, exchange.state());
        }
        return sent + commands;
    }

    private static void awaitForced(final Exchange exchange, final long seq) {
        while (exchange.state() == ExchangeState.RUNNING && exchange.metrics().journalForcedSeq() < seq) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldEndWhereAListenerDoesNotReturnFromWhatIsDeliveredAfterTheFailure(
            final Topology topology, final DeliveryThread delivery) throws Exception {
        // a slow machine may need longer until it delivers the first of the remaining results
        assertTrue(
                deliversTheFirst(topology, delivery, Files.createDirectory(folder.resolve("soon")), 300)
                        || deliversTheFirst(topology, delivery, Files.createDirectory(folder.resolve("late")), 15_000),
                "forced commands must be answered");
    }

    private static boolean deliversTheFirst(
            final Topology topology, final DeliveryThread delivery, final Path journal, final int closeTimeoutMs)
            throws Exception {
        final StoppingDisk disk = new StoppingDisk(journal);
        final CountDownLatch never = new CountDownLatch(1);
        final ExchangeListener blocker = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                if (result.seq() == 2) {
                    awaitUninterruptibly(never);
                }
            }
        };
        final ExchangeConfig config = config(topology, delivery, journal)
                .closeTimeoutMs(closeTimeoutMs)
                .build();
        final Exchange exchange = start(config, disk, new CountDownLatch(1), blocker);
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            futures.add(exchange.submit(new Nop()));
        }
        awaitForced(exchange, 3);
        disk.stopAtCall(1);
        futures.add(exchange.submit(new Nop()));
        assertTrue(exchange.awaitClosed(SOON));
        exchange.close();
        assertEquals(ExchangeState.FAILED, exchange.state());
        if (futures.get(0).isCompletedExceptionally()) {
            never.countDown();
            return false;
        }
        assertTrue(futures.get(0).join().isSuccess());
        for (final CompletableFuture<CommandResult> future : futures.subList(1, 4)) {
            final ExecutionException failure =
                    assertThrows(ExecutionException.class, () -> future.get(0, TimeUnit.SECONDS));
            assertInstanceOf(ExchangeClosedException.class, failure.getCause());
        }
        try (Exchange again = DaybookExchange.builder().journal(journal).start()) {
            assertTrue(again.recovery().lastSeq() >= 3, "the lock must be free, and forced commands must be there");
        }
        never.countDown();
        return true;
    }

    private static void awaitUninterruptibly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("no test interrupts a thread of the exchange", e);
        }
    }
}
