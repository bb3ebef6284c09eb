package io.daybook.core.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Nop;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.DisturbedStorage;
import io.daybook.journal.FrameStat;
import io.daybook.journal.FrameType;
import io.daybook.journal.JournalReader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How many commands share a force. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupCommitTest {
    private static final int WAITING = 3_000;
    private static final int BLOCK_BYTES = 4096;

    @TempDir
    private Path folder;

    /** A disk that takes its time for one force. */
    private static final class BusyDisk extends DisturbedStorage {
        private final CountDownLatch forcing = new CountDownLatch(1);
        private final CountDownLatch done = new CountDownLatch(1);
        private volatile boolean busy;

        @Override
        protected ByteBuffer beforeWrite(final Path path, final ByteBuffer source) {
            return source;
        }

        @Override
        protected void beforeForce(final Path path) {
            if (busy && path.toString().endsWith(".jnl")) {
                forcing.countDown();
                await(done);
            }
        }

        static void await(final CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts here", e);
            }
        }
    }

    @Test
    void shouldForceAllThatCameDuringAForceTogetherHoweverManyBlocksItFills() {
        final BusyDisk disk = new BusyDisk();
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.FUSED)
                .journal(folder)
                .blockBytes(BLOCK_BYTES)
                .build();
        try (Exchange exchange = DaybookExchange.start(disk, config)) {
            final long before = exchange.metrics().forces();
            disk.busy = true;
            final List<CompletableFuture<CommandResult>> results = new ArrayList<>();
            results.add(exchange.submit(new Nop()));
            BusyDisk.await(disk.forcing);
            for (int i = 0; i < WAITING; i++) {
                results.add(exchange.submit(new Nop()));
            }
            assertFalse(results.get(0).isDone());
            disk.busy = false;
            disk.done.countDown();
            results.forEach(CompletableFuture::join);
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
}
