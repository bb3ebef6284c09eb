package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.FeedClient;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.feed.MessageBlock;
import io.daybook.feed.log.FeedLog;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes make a feed while two members trade; the leader is killed, and another node begins with what it is seeded
 * with. A subscriber of the lines and one over TCP live through it, and have the books of the exchange in the end; all
 * nodes have the same messages.
 */
@Proves(value = "the feed of a cluster is the same whoever leads", normal = "2 faults", large = "20")
@Tag("whole")
class ClusterFeedTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int KILLS = Integer.getInteger("daybook.clusterFeedKills", LONG ? 20 : 2);
    private static final int TIME_OUT_MS = 90_000;
    private static final int LOOK_MS = 5;
    private static final int HEARTBEAT_MS = 500;
    private static final int ANSWERS = 200;
    private static final int SYMBOL = 1;
    private static final int VIEWER = 19;
    private static final String GROUP = "239.255.23.";

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);
    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final NetworkInterface network;
    private final InetSocketAddress lineA = new InetSocketAddress(GROUP + 2, FreePorts.next());
    private final InetSocketAddress lineB = new InetSocketAddress(GROUP + 3, FreePorts.next());
    private final InetSocketAddress snapshots = new InetSocketAddress(GROUP + 4, FreePorts.next());
    private final InetSocketAddress[] requests = new InetSocketAddress[ClusterConfig.NODES];

    ClusterFeedTest() throws IOException {
        network = NetworkInterface.getByInetAddress(loopback);
        Arrays.setAll(requests, node -> new InetSocketAddress(loopback, FreePorts.next()));
    }

    private String section(final int node) {
        return "[gateway.feed]\nlevels = true\n" + line("lineA", lineA) + line("lineB", lineB)
                + line("snapshots", snapshots) + "cycleMs = 200\n[gateway.feed.requests]\nport = "
                + requests[node].getPort() + "\n";
    }

    private String line(final String name, final InetSocketAddress group) {
        return """
                [gateway.feed.%s]
                address = "%s"
                interface = "%s"
                port = %d
                """.formatted(name, group.getAddress().getHostAddress(), network.getName(), group.getPort());
    }

    private static String trader(final int session) {
        return "\"session\":" + session + ",\"protocol\":\"tcp\",\"accounts\":{\"U\":" + MemberLedgers.uidOf(session)
                + "},\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\","
                + "\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";
    }

    private FeedClient ofLines(final LevelsOfClient levels) {
        return levels.follow(FeedClient.builder()
                .channels(0)
                .lineA(lineA)
                .lineB(lineB)
                .interfaces(network, network)
                .snapshots(snapshots)
                .requests(requests));
    }

    private static FeedClient ofTcp(final ClusterVenue venue, final LevelsOfClient levels) {
        return levels.follow(FeedClient.builder().channels(0).stream(venue.addresses(), VIEWER, venue.secret()));
    }

    @Test
    void shouldTellTheSameBooksWhoeverLeads() throws Exception {
        final LevelsOfClient byLines = new LevelsOfClient(SYMBOL);
        final LevelsOfClient byTcp = new LevelsOfClient(SYMBOL);
        final LevelsOfClient.Levels told;
        try (ClusterVenue venue = new ClusterVenue(folder, seed, true, this::section)) {
            venue.members(trader(17), trader(18), "\"session\":" + VIEWER + ",\"protocol\":\"tcp\",\"may\":[\"view\"]");
            venue.begin();
            venue.follow("gateway", "feed");
            try (FeedClient lines = ofLines(byLines);
                    FeedClient stream = ofTcp(venue, byTcp);
                    TradingMember one = new TradingMember(MemberLedgers.uidOf(17), random.nextLong());
                    TradingMember two = new TradingMember(MemberLedgers.uidOf(18), random.nextLong())) {
                one.connect(venue.client(17), HEARTBEAT_MS);
                two.connect(venue.client(18), HEARTBEAT_MS);
                for (int kill = 0; kill < KILLS; kill++) {
                    trade(venue, one);
                    final int leader = venue.awaitLeader();
                    if (kill % 2 == 0) {
                        venue.kill(leader);
                        trade(venue, one);
                        venue.start(leader);
                        venue.supervise();
                        venue.snapshot();
                    } else {
                        trade(venue, one);
                        seedAnew(venue, (leader + 1) % ClusterConfig.NODES);
                    }
                }
                trade(venue, one);
                final List<TradingMember> members = List.of(one, two);
                members.forEach(TradingMember::stopSending);
                for (final TradingMember member : members) {
                    assertTrue(member.await(member::isQuiet, TIME_OUT_MS), () -> story(venue, member));
                }
                final long resting = one.resting() + two.resting();
                await(
                        () -> byLines.total() == resting && byTcp.total() == resting,
                        () -> byLines + "\n" + byTcp + "\n" + stream.lastStreamEnd() + "\nresting=" + resting
                                + venue.log());
                told = byLines.levels();
                assertEquals(told, byTcp.levels(), () -> "seed=" + seed);
                for (final LevelsOfClient levels : List.of(byLines, byTcp)) {
                    assertEquals("", levels.wrong(), () -> "seed=" + seed + venue.log());
                }
                assertEquals(
                        1,
                        stream.counters(0).snapshots(),
                        () -> "numbers must go on at the next leader, seed=" + seed + venue.log());
                assertNull(lines.failure());
                assertNull(stream.failure());
            }
            venue.awaitAgreement();
            requireSameMessages(venue, "feed");
            requireSameMessages(venue, "feed/levels");
            venue.export(folder.resolve("journal"));
        }
        assertEquals(LevelsOfClient.ofJournal(folder.resolve("journal"), SYMBOL), told, () -> "seed=" + seed);
    }

    private void trade(final ClusterVenue venue, final TradingMember member) throws InterruptedException {
        final long answers = member.answered() + ANSWERS;
        assertTrue(member.await(() -> member.answered() >= answers, TIME_OUT_MS), () -> story(venue, member));
    }

    /** A node loses its folder, and begins with what others have: a snapshot, and the log behind it. */
    private static void seedAnew(final ClusterVenue venue, final int node) throws Exception {
        venue.kill(node);
        try (Stream<Path> files = Files.walk(venue.data(node))) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        venue.seed(node);
        venue.start(node);
        venue.supervise();
    }

    /** The messages that all nodes have, for a node that was seeded begins later, are the same bytes. */
    private void requireSameMessages(final ClusterVenue venue, final String of) throws InterruptedException {
        final long[] range = new long[2];
        // files come a moment after their node has carried a command out
        await(() -> areEquallyFar(venue, of, range), () -> "not all nodes have all messages of " + of + venue.log());
        assertTrue(range[1] - range[0] > ANSWERS, () -> "messages " + Arrays.toString(range) + " seed=" + seed);
        final List<byte[]> expected = messages(venue.data(0).resolve(of), range[0], range[1]);
        for (int node = 1; node < ClusterConfig.NODES; node++) {
            final List<byte[]> found = messages(venue.data(node).resolve(of), range[0], range[1]);
            for (int i = 0; i < expected.size(); i++) {
                final String what = "node " + node + " has another message " + (range[0] + i) + " of " + of;
                assertArrayEquals(expected.get(i), found.get(i), () -> what + ", seed=" + seed);
            }
        }
    }

    private static boolean areEquallyFar(final ClusterVenue venue, final String of, final long[] range) {
        final Set<Long> next = new TreeSet<>();
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            try (FeedLog log = open(venue.data(node).resolve(of))) {
                range[0] = Math.max(range[0], log.firstNumber(0));
                range[1] = log.nextNumber(0);
                next.add(range[1]);
            }
        }
        return next.size() == 1;
    }

    private static FeedLog open(final Path folder) {
        return FeedLog.openReadOnly(new FileJournalStorage(), folder);
    }

    private static List<byte[]> messages(final Path folder, final long from, final long end) {
        try (FeedLog log = open(folder)) {
            final List<byte[]> all = new ArrayList<>();
            final MessageBlock block = new MessageBlock(0, 1 << 16);
            while (from + all.size() < end) {
                final int count = log.read(0, from + all.size(), block);
                assertTrue(count > 0, "no message " + (from + all.size()) + " in " + folder);
                int at = block.start();
                for (int i = 0; i < count; i++) {
                    final int length = (block.bytes()[at] & 0xFF) << Byte.SIZE | block.bytes()[at + 1] & 0xFF;
                    all.add(Arrays.copyOfRange(block.bytes(), at + 2, at + 2 + length));
                    at += 2 + length;
                }
            }
            return all;
        }
    }

    private void await(final BooleanSupplier condition, final Supplier<String> what) throws InterruptedException {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIME_OUT_MS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < endNs, () -> what.get() + " seed=" + seed);
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    private String story(final ClusterVenue venue, final TradingMember member) {
        return member.failure() + " open=" + member.openRequests() + " seed=" + seed + venue.log();
    }
}
