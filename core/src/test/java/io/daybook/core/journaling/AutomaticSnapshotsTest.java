package io.daybook.core.journaling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Nop;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.SnapshotReport;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AutomaticSnapshotsTest {
    /** Time for ten looks at the schedule. */
    private static final long IDLE_MS = 1_000;

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
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(topology)
                .journal(folder)
                .snapshots(SnapshotConfig.every(1))
                .build();
        try (Exchange exchange = DaybookExchange.start(config, listener)) {
            for (int round = 1; round <= 2; round++) {
                final long seq = exchange.submit(new Nop()).join().seq();
                final SnapshotReport report = taken.poll(30, TimeUnit.SECONDS);
                assertTrue(report != null && report.seq() == seq + 1, () -> seq + ": " + report);
                Thread.sleep(IDLE_MS);
                assertEquals(seq + 1, exchange.submit(new Nop()).join().seq() - 1);
                assertTrue(taken.poll(30, TimeUnit.SECONDS) != null);
            }
        }
    }
}
