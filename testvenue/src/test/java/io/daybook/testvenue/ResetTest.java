package io.daybook.testvenue;

import static io.daybook.testvenue.Running.member;
import static io.daybook.testvenue.Running.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.Side;
import io.daybook.host.Proves;
import java.io.File;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A venue that is reset again and again in the same process. */
@Proves(
        value = "a test venue that is reset again and again leaves no thread, memory, file and port behind",
        normal = "15 resets",
        large = "200 resets")
@Tag("whole")
class ResetTest {
    private static final int RESETS = Boolean.getBoolean("daybook.long") ? 200 : 15;
    private static final int WARM = 5;
    private static final long MOST_HEAP_GROWTH = 8L << 20;

    @TempDir
    private Path folder;

    private static int openFiles() {
        return Objects.requireNonNull(new File("/proc/self/fd").list()).length;
    }

    /** The number of threads, without those of the test's own client, which keeps as many as it needs for a minute. */
    private static long threads() {
        final Thread[] found = new Thread[2 * Thread.activeCount() + 16];
        return Stream.of(found)
                .limit(Thread.enumerate(found))
                .filter(thread -> !thread.getName().startsWith("HttpClient-"))
                .count();
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /**
     * Waits until a count falls, because the threads of an ended venue finish their work and release its memory later.
     */
    private static void awaitAtMost(final long most, final LongSupplier count, final String what) {
        final long beganNs = System.nanoTime();
        while (count.getAsLong() > most) {
            if (System.nanoTime() - beganNs > TimeUnit.SECONDS.toNanos(60)) {
                throw new AssertionError(what + ": " + count.getAsLong() + ", and at most " + most + " are expected");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void shouldBeginAnewOnTheSamePortsWithTheSameKeysAndLeaveNothingBehind() throws Exception {
        final SmallDay day = new SmallDay();
        for (int i = 1; i < 10_000; i++) {
            day.add(i, i, 'B', 1, 300_000 - i); // more than is read ahead
        }
        final String other = SmallDay.body(day.write(folder.resolve("day.itch")));
        try (Running venue = new Running(TestVenueSettings.ofSeed(3).manual())) {
            final String first = venue.control("GET", "/hash", "");
            long threads = 0;
            int files = 0;
            long heap = 0;
            long bestMs = Long.MAX_VALUE;
            for (int i = 0; i < RESETS; i++) {
                venue.http(201, "anna", "POST", "/v1/orders", order("buy", "60000", "0.1", "a-" + i));
                venue.control("POST", "/market/ETH-EUR", other);
                venue.control("POST", "/market/ETH-BTC", "{\"kind\":\"made\"}");
                assertNotEquals(first, venue.control("GET", "/hash", ""));
                bestMs = Math.min(bestMs, Long.parseLong(member(venue.control("POST", "/reset", "{}"), "tookMs")));
                assertEquals(first, venue.control("GET", "/hash", ""), "the same state as at the start");
                if (i == WARM) {
                    threads = threads();
                    files = openFiles();
                    heap = usedHeap();
                }
            }
            System.out.println("the quickest of " + RESETS + " resets took " + bestMs + " ms");
            awaitAtMost(threads + 2, ResetTest::threads, "threads");
            awaitAtMost(files + 4, ResetTest::openFiles, "open files");
            awaitAtMost(heap + MOST_HEAP_GROWTH, ResetTest::usedHeap, "bytes of the heap");
        }
    }

    /**
     * A server refuses cancels that were signed in the second of its start; after a reset it must not, because nothing
     * was signed before.
     */
    @Test
    void shouldCancelOverTheSpotDialectAtOnceAfterAReset() throws Exception {
        try (Running venue = new Running(TestVenueSettings.ofSeed(3))) {
            venue.control("POST", "/reset", "{}");
            venue.http(201, "anna", "POST", "/v1/orders", order("buy", "50000", "0.1", "a-1"));
            final var cancel =
                    SpotRequest.signed(venue, "anna", "DELETE", "/order?symbol=BTCEUR&origClientOrderId=a-1");
            final var answer = Running.CLIENT.send(cancel.build(), HttpResponse.BodyHandlers.ofString());
            assertEquals(200, answer.statusCode(), answer::body);
        }
    }

    @Test
    void shouldCutConnectionsAndLetClientsOfAllDoorsComeAgainAtTheirFirstNumbers() throws Exception {
        try (Running venue = new Running(TestVenueSettings.ofSeed(3))) {
            try (TcpTrader tcp = new TcpTrader(venue, "anna");
                    FixTrader fix = new FixTrader(venue, "ben")) {
                tcp.place(Side.BID, 5_000_000, 10);
                fix.place("f-1", "1", "50000", "0.1");
                assertTrue(fix.report(text -> text.contains("|11=f-1|")).contains("|150=0|"));
                venue.control("POST", "/reset", "{}");
            }
            try (TcpTrader tcp = new TcpTrader(venue, "anna");
                    FixTrader fix = new FixTrader(venue, "ben")) {
                tcp.place(Side.BID, 5_000_000, 10);
                tcp.await("answer 1 done");
                fix.place("f-1", "1", "50000", "0.1");
                final String report = fix.report(text -> text.contains("|11=f-1|"));
                assertTrue(report.contains("|34=2|"), report);
            }
        }
    }
}
