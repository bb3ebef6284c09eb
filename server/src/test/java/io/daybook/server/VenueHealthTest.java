package io.daybook.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.Nop;
import io.daybook.api.OnFailure;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.SnapshotFailedException;
import io.daybook.api.SnapshotReport;
import io.daybook.api.StateView;
import io.daybook.api.Subscription;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import io.daybook.host.SimulatedClock;
import io.daybook.host.VenueTime;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.server.history.HistoryFollower;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.metrics.VenueCounts;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The health of an exchange whose history stops, and whose snapshots fail or are missing. */
@Proves("health reports a late history, missing snapshots, a stopped exchange and a stepped clock")
@Tag("whole")
class VenueHealthTest {
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    private final VenueCounts counts = new VenueCounts();
    private final SimulatedClock clock = new SimulatedClock(TimeUnit.DAYS.toMillis(20_000));
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final SlowDisk slow = new SlowDisk();
    private DiskRoom disk;
    private Exchange exchange;
    private VenueHealth health;

    /** A disk whose free room a test sets, and whose answers a test can hold back. */
    private static final class SlowDisk implements DiskRoom.Disk {
        private volatile CountDownLatch answers = new CountDownLatch(0);
        private volatile long usable = 1L << 40;

        @Override
        public long usable() {
            await(answers);
            return usable;
        }

        @Override
        public long total() {
            return 1L << 41;
        }
    }

    /** A follower that does not return from its first result. */
    private record Hanging(String name, CountDownLatch goOn) implements Follower {
        @Override
        public void restore(final @Nullable PartReader part, final long seq, final StateView state) {
            assertNull(part, "a new exchange must have no part to restore");
        }

        @Override
        public void onResult(final ResultView result, final boolean replayed) {
            await(goOn);
        }

        @Override
        public FollowerPart capture() {
            throw new IllegalStateException("no test takes a snapshot with this follower");
        }
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @BeforeEach
    void start() {
        disk = new DiskRoom(slow, clock);
        exchange = DaybookExchange.builder().journal(folder.resolve("data")).start();
        health = new VenueHealth(disk, 60, counts, new MarketHistory(), VenueTime.of(clock));
    }

    @AfterEach
    void stop() {
        goOn.countDown();
        slow.answers.countDown();
        exchange.close();
        disk.close();
    }

    private void pass(final long seconds) {
        clock.advance(seconds, TimeUnit.SECONDS);
    }

    private List<String> degraded() {
        return health.degraded(exchange);
    }

    @Test
    void shouldSayThatTheHistoryIsBehindOnceItIsForTenSeconds() {
        assertEquals(List.of(), degraded());
        pass(3_600);
        exchange.submit(new Nop()).join();
        assertEquals(List.of(), degraded(), "an hour without commands must not count as lag");
        pass(10);
        assertEquals(List.of(), degraded());
        pass(1);
        assertEquals(List.of("the history is 11 s behind"), degraded());
    }

    /** In this test, the clock of the health check is years behind the clock of the exchange. */
    @Test
    void shouldSayThatTimesOfCommandsAreAheadAsLongAsTheyAre() {
        counts.begin(exchange, folder.resolve("data"));
        assertEquals(List.of(), degraded());
        exchange.submit(new Nop()).join();
        final long beganNs = System.nanoTime();
        while (!degraded().toString().contains("ahead of the clock")) {
            assertTrue(System.nanoTime() - beganNs < TimeUnit.MINUTES.toNanos(1), () -> degraded()
                    .toString());
        }
        pass(3_600);
        assertTrue(degraded().toString().contains("ahead of the clock"), () -> degraded()
                .toString());
        pass(TimeUnit.DAYS.toSeconds(100_000));
        assertFalse(degraded().toString().contains("ahead of the clock"), () -> degraded()
                .toString());
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
        assertEquals(List.of(), degraded(), "without commands, no snapshot is due");
        exchange.submit(new Nop()).join();
        health = new VenueHealth(disk, 60, counts, heard(), VenueTime.of(clock));
        assertEquals(List.of(), degraded());
        pass(3 * 3_600);
        assertEquals(List.of(), degraded());
        pass(1);
        assertEquals(List.of("no snapshot was completed in 3 intervals"), degraded());
        counts.onSnapshot(new SnapshotReport(1, 0, 0, 100, 0, 0));
        assertEquals(List.of(), degraded());
        health = new VenueHealth(disk, 0, new VenueCounts(), heard(), VenueTime.of(clock));
        assertEquals(List.of(), degraded());
        pass(1_000_000);
        assertEquals(List.of(), degraded(), "if no snapshots are configured, none can be missing");
    }

    /** Starts another exchange, with a follower that hangs in a command. */
    private void startWith(final OnFailure onFailure) {
        exchange.close();
        final Attachment hanging = new Attachment(new Hanging("hanging", goOn), onFailure);
        exchange = DaybookExchange.start(
                new FileJournalStorage(),
                ExchangeConfig.builder().journal(folder.resolve("other")).build(),
                List.of(hanging));
        health = new VenueHealth(disk, 60, counts, heard(), VenueTime.of(clock));
        exchange.submit(new Nop()).join();
        while (exchange.metrics().followers().get(0).slotsBehind() == 0) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private void requireLiveFor(final int seconds) {
        for (int i = 0; i < seconds; i++) {
            assertTrue(health.isLive(exchange), "the exchange must be live in second " + i);
            pass(1);
        }
    }

    @Test
    void shouldSayThatItLivesWhereOnlyAFollowerHangsThatItCanDoWithout() {
        startWith(OnFailure.DETACH);
        health.spare(Set.of("hanging"));
        requireLiveFor(3_600);
        exchange.submit(new Nop()).join();
        assertTrue(health.isLive(exchange), "the exchange answers commands, so it must be live");
    }

    @Test
    void shouldSayThatARestartHelpsWhereAFollowerHangsThatHaltsIt() {
        startWith(OnFailure.HALT);
        requireLiveFor(15);
        exchange.submit(new Nop()).join(); // another command that waits for the follower
        requireLiveFor(15);
        assertFalse(health.isLive(exchange));
        goOn.countDown();
        while (exchange.metrics().followers().get(0).slotsBehind() > 0) {
            LockSupport.parkNanos(LOOK_NS);
        }
        assertTrue(health.isLive(exchange), "once the follower continues, the exchange must be live");
    }

    @Test
    void shouldCountFromWhenSomethingWaitsAndNotFromTheLastLook() {
        final CountDownLatch delivering = new CountDownLatch(1);
        assertTrue(health.isLive(exchange));
        try (Subscription unused = exchange.addListener(new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                delivering.countDown();
                await(goOn);
            }
        })) {
            exchange.submit(new Nop());
            await(delivering);
            pass(3_600);
            requireLiveFor(30);
            assertFalse(health.isLive(exchange));
            goOn.countDown();
        }
    }

    @Test
    void shouldWaitForNoDisk() throws Exception {
        slow.answers = new CountDownLatch(1);
        final CompletableFuture<Void> first = health.look();
        pass(5);
        assertEquals(List.of("the disk has not reported its free room for 5 s"), health.degraded(exchange));
        assertTrue(health.isLive(exchange));
        first.get(1, TimeUnit.MINUTES);
        health.look().get(1, TimeUnit.MINUTES);
        slow.answers.countDown();
        final long beganNs = System.nanoTime();
        while (health.degraded(exchange).toString().contains("has not reported")) {
            assertTrue(System.nanoTime() - beganNs < TimeUnit.MINUTES.toNanos(1), "no answer within a minute");
            LockSupport.parkNanos(LOOK_NS);
        }
        assertEquals(List.of("less than 256 MiB of disk is free"), whereIsLeft((1L << 28) - 1));
        assertEquals(List.of("less than 10% of the disk is free"), whereIsLeft(1L << 28));
        assertEquals(List.of("less than 10% of the disk is free"), whereIsLeft((1L << 32) - 1));
        assertEquals(List.of(), whereIsLeft(1L << 32));
    }

    /**
     * Returns the reasons after the disk has answered with this free room. Queries repeatedly, because a query waits
     * only a second.
     */
    private List<String> whereIsLeft(final long bytes) throws Exception {
        slow.usable = bytes;
        final long beganNs = System.nanoTime();
        while (disk.freeBytes() != bytes) {
            assertTrue(System.nanoTime() - beganNs < TimeUnit.MINUTES.toNanos(1), "no free room within a minute");
            health.look().get(1, TimeUnit.MINUTES);
        }
        return health.degraded(exchange);
    }

    /** A history without lag. */
    private static MarketHistory heard() {
        final MarketHistory history = new MarketHistory();
        new HistoryFollower(history).restore(null, Long.MAX_VALUE, null);
        return history;
    }
}
