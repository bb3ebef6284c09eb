package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.book.OrderLevels;
import io.daybook.host.Clock;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader in another language, written from docs/market-data.md alone, builds the same books. */
@Proves("a reader in another language follows the feed")
final class PythonReaderTest {
    private static final int LATE_BY_REQUESTS = 2_000;
    private static final int LATE_BY_SNAPSHOTS = 20_000;
    private static final long LOOK_NS = 1_000_000;

    @Tag("whole")
    @ParameterizedTest
    @ValueSource(ints = {0, LATE_BY_REQUESTS, LATE_BY_SNAPSHOTS})
    void shouldPrintTheSameBooks(final int missed) throws IOException, InterruptedException {
        Assumptions.assumeTrue(isThere(), "python3 is missing: the reader in Python is not run");
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        final int port = FreePorts.next(3);
        final RandomFeed feed = new RandomFeed(1, 17, 300);
        final WireSettings settings = new WireSettings(
                0xABCDEF,
                0,
                1,
                1_400,
                new LineSettings(new InetSocketAddress(loopback, port), null),
                null,
                new LineSettings(new InetSocketAddress(loopback, port + 1), null),
                100,
                new InetSocketAddress(loopback, port + 2),
                address -> true,
                10_000,
                10_000);
        try (Selector selector = Selector.open();
                FeedWire wire = FeedWire.open(settings, feed.log, null, feed, Clock.system(), selector)) {
            feed.sink(wire);
            send(feed, wire, missed);
            final long last = feed.nextNumber(0) + 2_000;
            final Process reader = new ProcessBuilder(
                            "python3",
                            "src/test/python/follow_feed.py",
                            Integer.toString(port),
                            Integer.toString(port + 1),
                            Integer.toString(port + 2),
                            Long.toString(last),
                            Integer.toString(RandomFeed.SYMBOLS))
                    .redirectErrorStream(true)
                    .start();
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(reader.getInputStream(), StandardCharsets.UTF_8))) {
                assertEquals("ready", out.readLine());
                while (feed.nextNumber(0) <= last) {
                    send(feed, wire, 1);
                }
                while (reader.isAlive()) {
                    if (!wire.duty()) {
                        LockSupport.parkNanos(LOOK_NS);
                    }
                }
                check(feed, out.lines().toList(), missed);
            } finally {
                reader.destroyForcibly();
                assertTrue(reader.waitFor(60, TimeUnit.SECONDS));
            }
        }
    }

    private static void check(final RandomFeed feed, final List<String> printed, final int missed) {
        final List<String> expected = new ArrayList<>();
        final OrderLevels levels = feed.levels(0);
        for (int symbol = 0; symbol < RandomFeed.SYMBOLS; symbol++) {
            final int book = feed.bookOf(symbol);
            for (final int side : new int[] {OrderLevels.BID, OrderLevels.ASK}) {
                for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                    for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                        expected.add(symbol + (side == OrderLevels.BID ? " bid " : " ask ") + levels.price(level) + " "
                                + levels.size(order) + " " + levels.reference(order));
                    }
                }
            }
        }
        assertEquals(expected, printed.subList(0, printed.size() - 1), () -> String.join("\n", printed));
        final String[] how = printed.get(printed.size() - 1).split(" ");
        final int requests = Integer.parseInt(how[1]);
        final int snapshots = Integer.parseInt(how[3]);
        assertTrue(missed == 0 || requests > 0 || snapshots > 0, () -> String.join(" ", how));
        assertEquals(missed == LATE_BY_SNAPSHOTS, snapshots == RandomFeed.SYMBOLS, () -> String.join(" ", how));
    }

    private static void send(final RandomFeed feed, final FeedWire wire, final int commands) {
        for (int i = 0; i < commands; i++) {
            feed.command();
        }
        wire.onBatchEnd();
        final boolean unused = wire.duty();
    }

    private static boolean isThere() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (final IOException e) {
            return false;
        }
    }
}
