package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddUser;
import io.daybook.api.CommandResult;
import io.daybook.api.CustomQuery;
import io.daybook.api.DeliveryThread;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.Nop;
import io.daybook.api.ResultView;
import io.daybook.api.SnapshotReport;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateView;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.DisturbedStorage;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.FrameType;
import io.daybook.journal.access.FrameStat;
import io.daybook.journal.access.JournalReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests how many commands share a force. */
@Proves(value = "commands that wait share a force", normal = "3,000 commands")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupCommitTest {
    private static final int WAITING = 3_000;
    private static final int BLOCK_BYTES = 4096;

    @TempDir
    private Path folder;

    /** A disk on which each force lasts until the test releases it, and which may break. */
    private static final class SlowDisk extends DisturbedStorage {
        private final Semaphore begun = new Semaphore(0);
        private final Semaphore mayEnd = new Semaphore(0);
        private volatile boolean slow;

        /** How many more writes of segments succeed. */
        private final AtomicInteger writesLeft = new AtomicInteger(Integer.MAX_VALUE);

        @Override
        protected ByteBuffer beforeWrite(final Path path, final ByteBuffer source) throws IOException {
            if (isSegment(path) && writesLeft.getAndDecrement() <= 0) {
                throw new IOException("stands for a broken disk");
            }
            return source;
        }

        @Override
        protected void beforeForce(final Path path) {
            if (slow && isSegment(path)) {
                begun.release();
                mayEnd.acquireUninterruptibly();
            }
        }

        /** Ends the force in progress, and delays no later one. */
        void letGo() {
            slow = false;
            mayEnd.release();
        }

        private static boolean isSegment(final Path path) {
            return path.toString().endsWith(".jnl");
        }
    }

    @ParameterizedTest
    @EnumSource(value = DeliveryThread.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void shouldForceAllThatCameDuringAForceTogetherHoweverManyBlocksItFills(final DeliveryThread delivery) {
        final SlowDisk disk = new SlowDisk();
        final ExchangeListener interrupter = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                Thread.currentThread().interrupt();
            }
        };
        try (Exchange exchange = DaybookExchange.start(disk, config(delivery), interrupter)) {
            final long before = exchange.metrics().forces();
            final List<CompletableFuture<CommandResult>> waiting = new ArrayList<>();
            try {
                disk.slow = true;
                final CompletableFuture<CommandResult> first = exchange.submit(new Nop());
                disk.begun.acquireUninterruptibly();
                awaitEngine(exchange);
                submitNops(exchange, waiting);
                disk.mayEnd.release();
                first.join();
                disk.begun.acquireUninterruptibly();
                assertEquals(WAITING + 1, exchange.metrics().journalWrittenSeq());
                assertEquals(1, exchange.metrics().journalReleasedSeq());
                assertTrue(waiting.stream().noneMatch(CompletableFuture::isDone), "no result leaves before its force");
            } finally {
                disk.letGo();
            }
            waiting.forEach(CompletableFuture::join);
            assertEquals(2, exchange.metrics().forces() - before);
        }
        final List<FrameStat> blocks = new ArrayList<>();
        JournalReader.open(folder).frames(2, WAITING + 1, frame -> {
            if (frame.type() == FrameType.DATA) {
                blocks.add(frame);
            }
        });
        assertTrue(blocks.size() > 2, () -> "blocks: " + blocks);
        assertEquals(WAITING, blocks.stream().mapToInt(FrameStat::count).sum());
    }

    @Test
    void shouldTakeASnapshotInTheMiddleOfWhatSharesAForce() {
        final SlowDisk disk = new SlowDisk();
        final String hash;
        try (Exchange exchange = DaybookExchange.start(disk, config(DeliveryThread.AUTO))) {
            final List<CompletableFuture<CommandResult>> waiting = new ArrayList<>();
            final CompletableFuture<SnapshotReport> snapshot;
            try {
                disk.slow = true;
                exchange.submit(new AddUser(1));
                disk.begun.acquireUninterruptibly();
                submitNops(exchange, waiting);
                snapshot = exchange.snapshot();
                submitNops(exchange, waiting);
            } finally {
                disk.letGo();
            }
            waiting.forEach(CompletableFuture::join);
            assertEquals(WAITING + 2, snapshot.join().seq());
            hash = exchange.query(new StateHashQuery()).join().toString();
        }
        try (Exchange again = DaybookExchange.start(new FileJournalStorage(), config(DeliveryThread.AUTO))) {
            assertEquals(WAITING + 2, again.recovery().snapshotSeq());
            assertEquals(2 * WAITING + 2, again.recovery().lastSeq());
            assertEquals(hash, again.query(new StateHashQuery()).join().toString());
        }
    }

    @Test
    void shouldAnswerNothingOfWhatSharesAForceWhereABlockCannotBeWritten() {
        final SlowDisk disk = new SlowDisk();
        final List<CompletableFuture<CommandResult>> waiting = new ArrayList<>();
        try (Exchange exchange = DaybookExchange.start(disk, config(DeliveryThread.SHARED))) {
            final CompletableFuture<CommandResult> first;
            try {
                disk.slow = true;
                first = exchange.submit(new Nop());
                disk.begun.acquireUninterruptibly();
                submitNops(exchange, waiting);
                disk.writesLeft.set(2); // the first block of many, and the second
            } finally {
                disk.letGo();
            }
            assertTrue(first.join().isSuccess());
            for (final CompletableFuture<CommandResult> future : waiting) {
                assertThrows(CompletionException.class, future::join);
            }
            assertEquals(ExchangeState.FAILED, exchange.state());
        }
        try (Exchange again = DaybookExchange.start(new FileJournalStorage(), config(DeliveryThread.SHARED))) {
            final long lastSeq = again.recovery().lastSeq();
            assertTrue(lastSeq > 1 && lastSeq < WAITING + 1, () -> "only whole blocks may stay: " + lastSeq);
        }
    }

    /**
     * Waits until the engine has carried out everything that was sent. Otherwise the journal's thread, which may also
     * deliver, would have nothing to deliver yet and would write the next commands first. The second query comes too
     * late for the batch of the first.
     */
    private static void awaitEngine(final Exchange exchange) {
        for (int i = 0; i < 2; i++) {
            final Semaphore reached = new Semaphore(0);
            exchange.query(new Reached(reached));
            reached.acquireUninterruptibly();
        }
    }

    private record Reached(Semaphore reached) implements CustomQuery<Boolean> {
        @Override
        public Boolean report(final StateView state) {
            reached.release();
            return true;
        }
    }

    private ExchangeConfig config(final DeliveryThread delivery) {
        return ExchangeConfig.builder()
                .customQuery(Reached.class)
                .topology(Topology.FUSED)
                .delivery(delivery)
                .journal(folder)
                .blockBytes(BLOCK_BYTES)
                .build();
    }

    private static void submitNops(final Exchange exchange, final List<CompletableFuture<CommandResult>> results) {
        for (int i = 0; i < WAITING; i++) {
            results.add(exchange.submit(new Nop()));
        }
    }
}
