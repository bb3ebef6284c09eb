package io.daybook.core.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Nop;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.SnapshotReport;
import io.daybook.api.Topology;
import io.daybook.core.DisturbedTasks;
import io.daybook.core.exchange.InlineExchange;
import io.daybook.core.exchange.RingExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.Duty;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.access.JournalOptions;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AutomaticSnapshotsTest {
    private static final int LOOKS = 10;
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    static Stream<Topology> topologies() {
        return Stream.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(1));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTakeNoneWhileNoCommandsCome(final Topology topology) throws InterruptedException {
        final LinkedBlockingQueue<SnapshotReport> taken = new LinkedBlockingQueue<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onSnapshot(final SnapshotReport report) {
                taken.add(report);
            }
        };
        final AtomicLong looks = new AtomicLong();
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(topology)
                .journal(folder)
                .snapshots(SnapshotConfig.every(1))
                .build();
        final JournalOptions options = JournalOptions.builder()
                .scheduler(new DisturbedTasks((name, duty) -> counted(name, duty, looks)))
                .build();
        final RecoveredState recovered = RecoveredState.recover(config, new FileJournalStorage(), options);
        try (Exchange exchange = topology == Topology.INLINE
                ? new InlineExchange(config, recovered, listener)
                : new RingExchange(config, recovered, listener).start()) {
            for (int round = 1; round <= 2; round++) {
                final long seq = exchange.submit(new Nop()).join().seq();
                final SnapshotReport report = taken.poll(60, TimeUnit.SECONDS);
                assertTrue(report != null && report.seq() == seq + 1, () -> seq + ": " + report);
                final long before = looks.get(); // an INLINE exchange polls only with its own commands
                while (topology != Topology.INLINE && looks.get() < before + LOOKS) {
                    LockSupport.parkNanos(LOOK_NS);
                }
                assertEquals(seq + 1, exchange.submit(new Nop()).join().seq() - 1);
                assertTrue(taken.poll(60, TimeUnit.SECONDS) != null);
            }
        }
    }

    /** Makes the schedule poll a thousand times a second, and counts its polls. */
    private static Duty counted(final String name, final Duty duty, final AtomicLong looks) {
        if (!name.equals("daybook-snapshot-schedule")) {
            return duty;
        }
        return new DisturbedTasks.Around(duty) {
            @Override
            public int doWork() {
                final int done = duty.doWork();
                looks.incrementAndGet();
                return done;
            }

            @Override
            public void idle() {
                LockSupport.parkNanos(this, 1_000_000);
            }
        };
    }
}
