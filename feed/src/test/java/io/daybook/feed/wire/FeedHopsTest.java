package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.FeedClient;
import io.daybook.client.feed.FeedListener;
import io.daybook.host.Clock;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a feed and its subscriber leave behind of the times of commands. */
@Proves("every n-th command is timed, and no other")
@Timeout(300)
final class FeedHopsTest {
    private static final int CHANNELS = 2;
    private static final int COMMANDS = 600;

    /** Nothing brings back what a socket has no room for, so no more is sent than fits. */
    private static final int MOST_AHEAD = 50;

    private static final List<Hop> WAY = List.of(Hop.T5M, Hop.T6M, Hop.T7M, Hop.T8M, Hop.T9M);
    private static final long LOOK_NS = 100_000;

    @TempDir
    private Path folder;

    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final RandomFeed feed = new RandomFeed(CHANNELS, 11, 500);
    private final Set<Long> heard = new ConcurrentSkipListSet<>();

    private Map<Long, Map<Hop, Long>> timesOf(final int every, final int batch) throws IOException {
        final FeedHops hops = new FeedHops(every, Clock.system());
        final InetSocketAddress line = new InetSocketAddress(loopback, FreePorts.next(CHANNELS));
        final WireSettings settings = new WireSettings(
                1, 0, CHANNELS, 1_400, new LineSettings(line, null), null, null, 1_000, null, address -> true, 1, 1);
        try (Selector selector = Selector.open();
                FeedWire wire = FeedWire.open(settings, new MemoryLog(CHANNELS), null, feed, Clock.system(), selector);
                FeedClient client = FeedClient.builder()
                        .channels(0, 1)
                        .lineA(line)
                        .hops(folder.resolve("subscriber.hops"), every)
                        .listener(new FeedListener() {
                            @Override
                            public void onGroup(final long seq, final long timeNs) {
                                heard.add(seq);
                            }
                        })
                        .start()) {
            wire.timedBy(hops);
            for (int channel = 0; channel < CHANNELS; channel++) {
                for (long number = 1; number < feed.nextNumber(channel); number++) {
                    final byte[] listed = feed.log.message(channel, number);
                    wire.onMessage(channel, number, listed, 0, listed.length, false);
                }
            }
            feed.sink(wire);
            for (int i = 1; i <= COMMANDS; i++) {
                feed.command();
                if (i % batch == 0) {
                    wire.onBatchEnd();
                }
                if (i % MOST_AHEAD == 0) {
                    awaitHeard();
                }
            }
            wire.onBatchEnd();
            awaitHeard();
            assertEquals(null, client.failure());
        }
        hops.write(folder);
        final Map<Long, Map<Hop, Long>> bySeq = new TreeMap<>();
        for (final String file : List.of("feed.hops", "subscriber.hops")) {
            if (Files.exists(folder.resolve(file))) {
                HopFile.read(folder.resolve(file), (seq, hop, ns) -> bySeq.computeIfAbsent(
                                seq, fresh -> new EnumMap<>(Hop.class))
                        .put(hop, ns));
            }
        }
        return bySeq;
    }

    private void awaitHeard() {
        while (!heard.contains(feed.seq())) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** Some packets leave because they are full, and some because the batch ends. */
    @Test
    void shouldTimeEachDueCommandFromTheFeedToTheListener() throws IOException {
        final Map<Long, Map<Hop, Long>> bySeq = timesOf(2, 50);
        final Set<Long> due = new TreeSet<>(heard);
        due.removeIf(seq -> seq % 2 != 0);
        assertEquals(due, bySeq.keySet());
        assertTrue(due.size() > COMMANDS / 4, due::toString);
        bySeq.forEach((seq, times) -> {
            assertEquals(Set.copyOf(WAY), times.keySet(), () -> "seq " + seq);
            for (int i = 1; i < WAY.size(); i++) {
                final boolean isBetweenThreads = WAY.get(i) == Hop.T7M;
                assertTrue(
                        isBetweenThreads || times.get(WAY.get(i - 1)) <= times.get(WAY.get(i)),
                        () -> seq + ": " + times);
            }
            assertTrue(times.get(Hop.T5M) <= times.get(Hop.T7M), () -> seq + ": " + times);
        });
    }

    @Test
    void shouldLeaveNoFileWhereNothingIsTimed() throws IOException {
        assertEquals(Map.of(), timesOf(0, 1));
        assertFalse(Files.exists(folder.resolve("feed.hops")));
        assertFalse(Files.exists(folder.resolve("subscriber.hops")));
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new FeedHops(3, Clock.system()));
        assertTrue(refused.getMessage().endsWith("every=3"), refused::getMessage);
    }
}
