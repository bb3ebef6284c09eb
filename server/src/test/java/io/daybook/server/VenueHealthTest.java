package io.daybook.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.Exchange;
import io.daybook.api.Nop;
import io.daybook.api.SnapshotFailedException;
import io.daybook.api.SnapshotReport;
import io.daybook.core.DaybookExchange;
import io.daybook.journal.host.SimulatedClock;
import io.daybook.server.history.HistoryFollower;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.metrics.VenueCounts;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of an exchange whose history stands still, and whose snapshots fail or do not come. */
class VenueHealthTest {
    @TempDir
    private Path folder;

    private final VenueCounts counts = new VenueCounts();
    private final SimulatedClock clock = new SimulatedClock(TimeUnit.DAYS.toMillis(20_000));
    private Exchange exchange;
    private VenueHealth health;

    @BeforeEach
    void start() {
        exchange = DaybookExchange.builder().journal(folder.resolve("data")).start();
        health = new VenueHealth(folder.toFile(), 60, counts, new MarketHistory(), clock);
    }

    @AfterEach
    void stop() {
        exchange.close();
    }

    private void pass(final long seconds) {
        clock.advance(seconds, TimeUnit.SECONDS);
    }

    private List<String> degraded() {
        return health.degraded(exchange).stream()
                .filter(reason -> !reason.contains("disk"))
                .toList();
    }

    @Test
    void shouldSayThatTheHistoryIsBehindOnceItIsForTenSeconds() {
        assertEquals(List.of(), degraded());
        pass(3_600);
        exchange.submit(new Nop()).join();
        assertEquals(List.of(), degraded(), "a quiet hour is no lag");
        pass(10);
        assertEquals(List.of(), degraded());
        pass(1);
        assertEquals(List.of("the history is 11 s behind"), degraded());
    }

    @Test
    void shouldSayThatTheLastSnapshotFailedUntilOneIsCompleted() {
        counts.onSnapshotFailed(new SnapshotFailedException(1, new IllegalStateException("disk")));
        assertEquals(List.of("the last snapshot failed"), degraded());
        counts.onSnapshot(new SnapshotReport(1, 0, 0, 100, 0, 0));
        assertEquals(List.of(), degraded());
        assertEquals(1, counts.snapshotFailures());
    }

    @Test
    void shouldSayThatNoSnapshotCameInThreeIntervals() {
        pass(100_000);
        assertEquals(List.of(), degraded(), "nothing to take one of");
        exchange.submit(new Nop()).join();
        health = new VenueHealth(folder.toFile(), 60, counts, heard(), clock);
        assertEquals(List.of(), degraded());
        pass(3 * 3_600);
        assertEquals(List.of(), degraded());
        pass(1);
        assertEquals(List.of("no snapshot was completed in 3 intervals"), degraded());
        counts.onSnapshot(new SnapshotReport(1, 0, 0, 100, 0, 0));
        assertEquals(List.of(), degraded());
        health = new VenueHealth(folder.toFile(), 0, new VenueCounts(), heard(), clock);
        assertEquals(List.of(), degraded());
        pass(1_000_000);
        assertEquals(List.of(), degraded(), "none is wanted");
    }

    /** A history that is never behind. */
    private static MarketHistory heard() {
        final MarketHistory history = new MarketHistory();
        new HistoryFollower(history).restore(null, Long.MAX_VALUE, null);
        return history;
    }
}
