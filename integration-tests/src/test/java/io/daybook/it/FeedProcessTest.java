package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.FeedClient;
import io.daybook.host.FreePorts;
import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a venue with a feed, in a process of its own, while two members trade. A subscriber of its multicast group and
 * a subscriber over TCP keep running, and at the end have the books of the exchange.
 */
@Proves("subscribers of the feed have the books of a venue that was killed and started again")
@Tag("whole")
@OnlyLong
class FeedProcessTest {
    private static final int TIME_OUT_MS = 60_000;
    private static final int LOOK_MS = 5;
    private static final int SYMBOL = 1;
    private static final int KILLS = Boolean.getBoolean("daybook.long") ? 20 : 2;
    private static final int MAX_ANSWERS = 300;
    private static final String GROUP = "239.255.23.1";

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);
    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final NetworkInterface network;
    private VenueProcess venue;
    private InetSocketAddress line;
    private InetSocketAddress snapshots;
    private InetSocketAddress requests;

    FeedProcessTest() throws IOException {
        network = NetworkInterface.getByInetAddress(loopback);
    }

    @BeforeEach
    void makeVenue() throws IOException {
        venue = new VenueProcess(folder, seed);
        line = new InetSocketAddress(GROUP, FreePorts.next());
        snapshots = new InetSocketAddress(GROUP, FreePorts.next());
        requests = new InetSocketAddress(loopback, FreePorts.next());
        venue.configure(
                "snapshotEveryCommands = 500",
                """
                [feed]
                levels = true
                keptMinutes = 60
                keptBytes = 1073741824
                [feed.lineA]
                address = "%s"
                interface = "%s"
                port = %d
                [feed.snapshots]
                address = "%s"
                interface = "%s"
                port = %d
                cycleMs = 200
                [feed.requests]
                port = %d
                """.formatted(
                                GROUP,
                                network.getName(),
                                line.getPort(),
                                GROUP,
                                network.getName(),
                                snapshots.getPort(),
                                requests.getPort()),
                trader(17, 301),
                trader(18, 302),
                "\"session\":19,\"protocol\":\"tcp\",\"may\":[\"view\"]");
        venue.endow();
    }

    private static String trader(final int session, final long uid) {
        return "\"session\":" + session + ",\"protocol\":\"tcp\",\"accounts\":{\"U\":" + uid
                + "},\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\","
                + "\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";
    }

    @AfterEach
    void killVenue() throws InterruptedException {
        venue.kill();
    }

    private FeedClient ofLine(final LevelsOfClient levels) {
        return levels.follow(FeedClient.builder()
                .channels(0)
                .lineA(line)
                .interfaces(network, network)
                .snapshots(snapshots)
                .requests(requests)
                .hops(folder.resolve("hops").resolve("subscriber.hops"), 64));
    }

    private FeedClient ofTcp(final LevelsOfClient levels) {
        return levels.follow(FeedClient.builder().channels(0).stream(
                new InetSocketAddress(loopback, venue.port()), 19, venue.secret()));
    }

    @Test
    void shouldTellTheBooksThroughKills() throws Exception {
        final LevelsOfClient byLine = new LevelsOfClient(SYMBOL);
        final LevelsOfClient byTcp = new LevelsOfClient(SYMBOL);
        venue.start();
        try (FeedClient line = ofLine(byLine);
                FeedClient stream = ofTcp(byTcp);
                TradingMember one = new TradingMember(301, random.nextLong());
                TradingMember two = new TradingMember(302, random.nextLong())) {
            one.connect(venue.client(17));
            two.connect(venue.client(18));
            for (int kill = 0; kill < KILLS; kill++) {
                final long answers = one.answered() + 100 + random.nextInt(MAX_ANSWERS);
                assertTrue(one.await(() -> one.answered() >= answers, TIME_OUT_MS), () -> story(one));
                venue.kill();
                venue.start();
            }
            final long answers = one.answered() + 100;
            assertTrue(one.await(() -> one.answered() >= answers, TIME_OUT_MS), () -> story(one));
            for (final TradingMember member : List.of(one, two)) {
                member.stopSending();
            }
            for (final TradingMember member : List.of(one, two)) {
                assertTrue(member.await(member::isQuiet, TIME_OUT_MS), () -> story(member));
            }
            final AtomicReference<LevelsOfClient.Levels> told = new AtomicReference<>();
            await( // equal totals are not enough: a moved order does not change them
                    () -> {
                        final LevelsOfClient.Levels now = LevelsOfClient.ofRunning(venue.data(), SYMBOL);
                        told.set(now);
                        return now != null
                                && now.equals(byLine.levels())
                                && now.equals(byTcp.levels())
                                && LevelsOfClient.total(now) == one.resting() + two.resting();
                    },
                    () -> byLine + "\n" + byTcp + "\n" + one.resting() + " + " + two.resting() + "\n" + told);
            venue.stop();
            assertTrue(venue.log().contains("daybook: feed: packets sent "), venue::log);
            assertEquals(LevelsOfClient.ofJournal(venue.data(), SYMBOL), told.get(), () -> "seed=" + seed);
            for (final LevelsOfClient levels : List.of(byLine, byTcp)) {
                assertEquals("", levels.wrong(), () -> "seed=" + seed);
            }
            assertNull(line.failure());
            assertNull(stream.failure());
        }
        requireHops();
    }

    /**
     * Requires that {@code daybook hops} shows the times of the last process, from the journal to the subscriber's
     * listener.
     */
    private void requireHops() throws IOException, InterruptedException {
        final Path hops = folder.resolve("hops");
        final var shown = DaybookProcess.run("hops", venue.data().toString(), hops.toString());
        assertEquals(0, shown.status(), shown.err());
        for (final String step : List.of("T4j-T5m", "T5m-T6m", "T6m-T7m", "T7m-T8m", "T8m-T9m", "T1-T6m")) {
            assertTrue(
                    shown.out().stream().anyMatch(told -> told.startsWith(step + " ")),
                    () -> step + " seed=" + seed + "\n" + shown.out());
        }
    }

    @Test
    void shouldSendNothingWhileItsLogIsAhead() throws Exception {
        venue.start();
        venue.stop();
        Files.createFile(venue.data().resolve("feed").resolve("AHEAD"));
        venue.start();
        final String wayOut = "daybook feed restart " + venue.data();
        assertTrue(venue.log().contains("AHEAD_OF_JOURNAL") && venue.log().contains(wayOut), venue::log);
        final LevelsOfClient refused = new LevelsOfClient(SYMBOL);
        try (FeedClient stream = ofTcp(refused)) {
            await(() -> !stream.lastStreamEnd().isEmpty(), () -> "the stream must be refused");
            assertFalse(refused.isFresh());
        }
        venue.stop();
        final var ended = DaybookProcess.run("feed", "restart", venue.data().toString());
        assertEquals(0, ended.status(), ended.err());
        venue.start();
        final LevelsOfClient served = new LevelsOfClient(SYMBOL);
        try (FeedClient stream = ofTcp(served)) {
            await(served::isFresh, stream::lastStreamEnd);
        }
        venue.stop();
    }

    private void await(final BooleanSupplier condition, final Supplier<String> what) throws InterruptedException {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIME_OUT_MS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < endNs, () -> what.get() + " seed=" + seed + "\n" + venue.log());
            assertFalse(venue.ends(LOOK_MS), venue::log);
        }
    }

    private String story(final TradingMember member) {
        return member.failure() + " open=" + member.openRequests() + " seed=" + seed + "\n" + venue.log();
    }
}
