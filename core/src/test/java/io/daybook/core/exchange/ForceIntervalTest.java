package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Nop;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.DisturbedStorage;
import io.daybook.host.Proves;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands that are answered after the write are forced soon, and at the end, whether more commands come or not. */
@Proves("commands answered after the write are forced within the interval")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForceIntervalTest {
    private static final int INTERVAL_MS = 200;
    private static final int NEVER_MS = 60_000;
    private static final int PATIENCE_S = 60;
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    /** A disk that counts the forces of segments. */
    private static final class CountingDisk extends DisturbedStorage {
        private final Semaphore forces = new Semaphore(0);

        @Override
        protected ByteBuffer beforeWrite(final Path path, final ByteBuffer source) {
            return source;
        }

        @Override
        protected void beforeForce(final Path path) {
            if (path.toString().endsWith(".jnl")) {
                forces.release();
            }
        }
    }

    static Stream<Topology> threaded() {
        return Stream.of(Topology.FUSED, Topology.pipelined(1));
    }

    static Stream<Topology> all() {
        return Stream.concat(Stream.of(Topology.INLINE), threaded());
    }

    @ParameterizedTest
    @MethodSource("threaded")
    void shouldForceWithinTheIntervalWhenNothingElseComes(final Topology topology) throws InterruptedException {
        final CountingDisk disk = new CountingDisk();
        try (Exchange exchange = DaybookExchange.start(disk, config(topology, INTERVAL_MS))) {
            long seq = submit(exchange);
            while (exchange.metrics().journalForcedSeq() == seq) {
                disk.forces.drainPermits();
                seq = submit(exchange); // the command before came late after the last force, and shared the next one
            }
            assertTrue(disk.forces.tryAcquire(PATIENCE_S, TimeUnit.SECONDS), "never forced");
            while (exchange.metrics().journalForcedSeq() < seq) {
                LockSupport.parkNanos(LOOK_NS); // until the force has ended
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldForceAtTheEndWhatTheIntervalHasLeft(final Topology topology) {
        final CountingDisk disk = new CountingDisk();
        final Exchange exchange = DaybookExchange.start(disk, config(topology, NEVER_MS));
        final int forcesBefore;
        try (exchange) {
            assertEquals(1, submit(exchange));
            assertEquals(0, exchange.metrics().journalForcedSeq());
            forcesBefore = disk.forces.availablePermits();
        }
        assertEquals(1, exchange.metrics().journalForcedSeq());
        assertTrue(disk.forces.availablePermits() > forcesBefore, "the disk received no force");
    }

    private static long submit(final Exchange exchange) {
        return exchange.submit(new Nop()).join().seq();
    }

    private ExchangeConfig config(final Topology topology, final int forceIntervalMs) {
        return ExchangeConfig.builder()
                .topology(topology)
                .journal(folder)
                .ackMode(AckMode.AFTER_WRITE)
                .forceIntervalMs(forceIntervalMs)
                .build();
    }
}
