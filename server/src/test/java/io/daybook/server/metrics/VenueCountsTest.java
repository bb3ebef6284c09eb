package io.daybook.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddUser;
import io.daybook.api.Exchange;
import io.daybook.api.Nop;
import io.daybook.api.SuspendUser;
import io.daybook.core.DaybookExchange;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counts of a venue, and its newest snapshot if one is completed while counting begins. */
class VenueCountsTest {
    private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long LOOK_NS = 1_000_000;
    private static final long SEED = 20_261_127;

    @TempDir
    private Path folder;

    private final VenueCounts counts = new VenueCounts();
    private Exchange exchange;

    @BeforeEach
    void start() {
        exchange = DaybookExchange.builder().journal(folder.resolve("data")).start();
        exchange.submit(new Nop()).join();
    }

    @AfterEach
    void stop() {
        exchange.close();
    }

    private Path data() {
        return folder.resolve("data");
    }

    /** The exchange, which completes a snapshot just before each call of one of its methods. */
    private Exchange withASnapshotBefore(final String method, final AtomicLong seq) {
        return (Exchange) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Exchange.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        seq.set(exchange.snapshot().join().seq());
                    }
                    try {
                        return called.invoke(exchange, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void shouldKnowASnapshotThatIsCompletedAsItBegins() {
        final AtomicLong completed = new AtomicLong();
        counts.begin(withASnapshotBefore("addListener", completed), data());
        final VenueCounts.Snapshot last = counts.lastSnapshot();
        assertNotNull(last, "a snapshot that is on the disk before counting begins must be found");
        assertEquals(completed.get(), last.seq());
    }

    @Test
    void shouldKnowTheNewestOfThoseBeforeAndBehind() {
        counts.begin(exchange, data());
        assertNull(counts.lastSnapshot());
        final long first = exchange.snapshot().join().seq();
        awaitLast(counts, first);
        final VenueCounts later = new VenueCounts();
        later.begin(exchange, data());
        assertEquals(first, later.lastSnapshot().seq());
        exchange.submit(new Nop()).join();
        final long second = exchange.snapshot().join().seq();
        awaitLast(counts, second);
        awaitLast(later, second);
    }

    /** Waits for a snapshot to be reported, because listeners receive it after the caller that requested it. */
    private static void awaitLast(final VenueCounts told, final long seq) {
        final long beganNs = System.nanoTime();
        while (told.lastSnapshot() == null || told.lastSnapshot().seq() != seq) {
            assertTrue(System.nanoTime() - beganNs < PATIENCE_NS, "seq " + seq + ": " + told.lastSnapshot());
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    @Test
    void shouldCountTradesOfAnyNumberOfSymbols() {
        final SymbolCounts trades = new SymbolCounts();
        final Map<Integer, Long> expected = new TreeMap<>();
        final SplittableRandom dice = new SplittableRandom(SEED);
        for (int i = 0; i < 10_000; i++) {
            final int symbol = (1 + dice.nextInt(8)) | dice.nextInt(60) << 20;
            trades.count(symbol);
            expected.merge(symbol, 1L, Long::sum);
        }
        trades.count(Integer.MAX_VALUE);
        expected.put(Integer.MAX_VALUE, 1L);
        assertEquals(expected, trades.all(), () -> "seed=" + SEED);
    }

    @Test
    void shouldCountWhatMayChangeWhoTheUsersAre() {
        counts.begin(exchange, data());
        exchange.submit(new AddUser(7)).join();
        assertEquals(1, counts.userChanges());
        exchange.submit(AddAccounts.of(Map.of(8L, Map.of(978, 1L)))).join();
        assertEquals(2, counts.userChanges());
        exchange.submit(new SuspendUser(7)).join();
        assertEquals(2, counts.userChanges());
    }

    @Test
    void shouldKnowTheLastCommandFromTheStartOn() {
        counts.begin(exchange, data());
        assertEquals(1, counts.seq());
        exchange.submit(new Nop()).join();
        assertEquals(2, counts.seq());
    }
}
