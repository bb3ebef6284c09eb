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
import java.util.concurrent.Semaphore;
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

    /** A disk on which each force takes until it is let go. */
    private static final class SlowDisk extends DisturbedStorage {
        private final Semaphore begun = new Semaphore(0);
        private final Semaphore mayEnd = new Semaphore(0);
        private volatile boolean slow;

        @Override
        protected ByteBuffer beforeWrite(final Path path, final ByteBuffer source) {
            return source;
        }

        @Override
        protected void beforeForce(final Path path) {
            if (slow && path.toString().endsWith(".jnl")) {
                begun.release();
                mayEnd.acquireUninterruptibly();
            }
        }
    }

    @Test
    void shouldForceAllThatCameDuringAForceTogetherHoweverManyBlocksItFills() {
        final SlowDisk disk = new SlowDisk();
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.FUSED)
                .journal(folder)
                .blockBytes(BLOCK_BYTES)
                .build();
        try (Exchange exchange = DaybookExchange.start(disk, config)) {
            final long before = exchange.metrics().forces();
            disk.slow = true;
            final CompletableFuture<CommandResult> first = exchange.submit(new Nop());
            disk.begun.acquireUninterruptibly();
            final List<CompletableFuture<CommandResult>> waiting = new ArrayList<>();
            for (int i = 0; i < WAITING; i++) {
                waiting.add(exchange.submit(new Nop()));
            }
            assertFalse(first.isDone());
            disk.mayEnd.release();
            first.join();
            disk.begun.acquireUninterruptibly();
            assertEquals(WAITING + 1, exchange.metrics().journalWrittenSeq());
            assertTrue(waiting.stream().noneMatch(CompletableFuture::isDone), "nothing leaves before its force");
            disk.slow = false;
            disk.mayEnd.release();
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
}
