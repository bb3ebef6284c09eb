package io.daybook.core.follower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.Nop;
import io.daybook.api.OnFailure;
import io.daybook.api.PartReader;
import io.daybook.api.RecoveryFailedException;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalFollowers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests how followers affect the thread that recovers or writes snapshots, and which reason a failed start reports. */
@Proves("a follower receives each result once, whatever it does and whenever it starts")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FollowerStartTest {
    /** More than one batch of a recovery. */
    private static final int COMMANDS = 3_000;

    @TempDir
    private Path folder;

    static Stream<Topology> topologies() {
        return Stream.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    }

    /** Interrupts the calling thread in every call. */
    private static final class Interrupting extends RecordingFollower {
        Interrupting(final String name) {
            super(name);
        }

        @Override
        public long mark() {
            Thread.currentThread().interrupt();
            return super.mark();
        }

        @Override
        public void restore(final @Nullable PartReader part, final long atSeq, final StateView state) {
            Thread.currentThread().interrupt();
            super.restore(part, atSeq, state);
            Thread.currentThread().interrupt();
        }

        @Override
        public void onResult(final ResultView result, final boolean replayed) {
            super.onResult(result, replayed);
            Thread.currentThread().interrupt();
        }

        @Override
        public void onBatchEnd() {
            Thread.currentThread().interrupt();
        }

        @Override
        public @Nullable FollowerPart capture() {
            final FollowerPart part = super.capture();
            return out -> {
                Thread.currentThread().interrupt();
                part.writeTo(out);
                Thread.currentThread().interrupt();
            };
        }
    }

    private Exchange start(final JournalStorage storage, final Topology topology, final Follower... followers) {
        final ExchangeConfig config =
                ExchangeConfig.builder().topology(topology).journal(folder).build();
        final List<Attachment> attachments = Stream.of(followers)
                .map(one -> new Attachment(one, OnFailure.HALT))
                .toList();
        return DaybookExchange.start(storage, config, attachments);
    }

    private Exchange start(final Topology topology, final Follower... followers) {
        return start(new FileJournalStorage(), topology, followers);
    }

    private static void send(final Exchange exchange, final int commands) {
        CompletableFuture<?> last = CompletableFuture.completedFuture(null);
        for (int i = 0; i < commands; i++) {
            last = exchange.submit(new Nop());
        }
        last.join();
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldKeepInterruptsOfFollowersAwayFromFiles(final Topology topology) {
        final long partSeq;
        try (Exchange exchange = start(topology, new Interrupting("first"))) {
            assertTrue(Thread.interrupted(), "the interrupt flag must be set again after the start");
            send(exchange, COMMANDS);
            partSeq = exchange.snapshot().join().seq();
            send(exchange, COMMANDS);
        }
        Thread.interrupted(); // INLINE runs the followers on this thread
        assertEquals(
                List.of(partSeq),
                JournalFollowers.list(new FileJournalStorage(), folder).stream()
                        .map(stat -> stat.partSeq())
                        .toList());
        final Interrupting first = new Interrupting("first");
        final RecordingFollower second = new RecordingFollower("second");
        start(topology, first, second).close();
        assertTrue(Thread.interrupted());
        assertTrue(first.hadPart());
        assertEquals(1, first.firstSeq());
        assertEquals(2 * COMMANDS + 1, first.seq());
        assertEquals(2 * COMMANDS + 2, second.firstSeq());
        assertFalse(Thread.interrupted());
    }

    /** After the failed start, closing the folder fails too; the start must report its own reason. */
    @Test
    void shouldTellWhyAStartFailedWhereClosingFailsToo() {
        start(Topology.INLINE, new RecordingFollower("weak")).close();
        try (Exchange exchange = start(Topology.INLINE)) {
            send(exchange, 10);
        }
        final boolean[] fails = new boolean[1];
        final JournalStorage storage = new ForwardingStorage(new FileJournalStorage()) {
            @Override
            public StorageFile create(final Path path) throws IOException {
                if (fails[0]) {
                    throw new IOException("the disk is gone");
                }
                return super.create(path);
            }
        };
        final RecordingFollower weak = new RecordingFollower("weak") {
            @Override
            public void onResult(final ResultView result, final boolean replayed) {
                fails[0] = true;
                throw new IllegalArgumentException("a bug of the follower");
            }
        };
        final RecoveryFailedException refused =
                assertThrows(RecoveryFailedException.class, () -> start(storage, Topology.INLINE, weak));
        assertTrue(refused.getMessage().contains("follower weak failed in the recovery"), refused::getMessage);
        assertEquals(1, refused.getSuppressed().length);
        assertTrue(refused.getSuppressed()[0] instanceof JournalException);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldNotBlameTheRingsForMemoryThatOthersWant(final Topology topology) {
        final RecordingFollower greedy = new RecordingFollower("greedy") {
            private int calls;

            @Override
            public long mark() {
                calls++;
                if (calls > 1) { // the recovery makes the first call
                    throw new OutOfMemoryError("unable to create native thread");
                }
                return super.mark();
            }
        };
        final OutOfMemoryError told = assertThrows(OutOfMemoryError.class, () -> start(topology, greedy));
        assertEquals("unable to create native thread", told.getMessage());
        start(topology).close();
    }
}
