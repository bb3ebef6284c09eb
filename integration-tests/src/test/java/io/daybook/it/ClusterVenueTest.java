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
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
 * Runs three nodes with doors for TCP and FIX and a feed, and causes faults in turn: the leader is killed, the leader
 * is stopped for some seconds, or a node loses its folder, which is then filled from the other nodes. Two members trade
 * over TCP and two over FIX. The ledger of each, built from the messages to the member, agrees with the log. At the end
 * a subscriber of the multicast lines and a subscriber over TCP have the books of the log, and all nodes have the same
 * messages to the sessions and to subscribers of the feed.
 */
@Proves(
        value = "members of a cluster and subscribers of its feed get the same messages whichever node leads",
        normal = "1 fault",
        large = "50 faults")
@Tag("whole")
class ClusterVenueTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int FAULTS = Integer.getInteger("daybook.clusterVenueFaults", LONG ? 50 : 1);
    private static final int TIME_OUT_MS = 90_000;
    private static final int EXPORT_MS = 5_000;
    private static final int STOPPED_MS = 2_500;
    private static final int LOOK_MS = 5;
    private static final int HEARTBEAT_MS = 500;
    private static final int MOST_ANSWERS = 200;
    private static final int SYMBOL = 1;
    private static final int VIEWER = 21;
    private static final long NEAR = 5_710_050;
    private static final String GROUP = "239.255.23.";
    private static final String NO_LIMIT = "\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<Integer, TradingMember> members = Map.of(
            19, new TradingMember(MemberLedgers.uidOf(19), random.nextLong(), NEAR, true),
            20, new TradingMember(MemberLedgers.uidOf(20), random.nextLong(), NEAR, true));
    private final Set<Integer> seeded = new TreeSet<>();
    private Map<Integer, FixMember> fixMembers = Map.of();
    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final NetworkInterface network;
    private final InetSocketAddress lineA = new InetSocketAddress(GROUP + 2, FreePorts.next());
    private final InetSocketAddress lineB = new InetSocketAddress(GROUP + 3, FreePorts.next());
    private final InetSocketAddress snapshots = new InetSocketAddress(GROUP + 4, FreePorts.next());
    private final InetSocketAddress[] requests = new InetSocketAddress[ClusterConfig.NODES];

    ClusterVenueTest() throws IOException {
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

    private static String session(final int number, final String protocol, final String more) {
        return "\"session\":" + number + ",\"protocol\":\"" + protocol + "\",\"accounts\":{\"U\":"
                + MemberLedgers.uidOf(number) + "},\"may\":[\"trade\"]," + more;
    }

    private static String fix(final int number) {
        return session(
                number,
                "fix",
                "\"compId\":\"C" + number + "\",\"venue\":\"DAYBOOK\",\"cancelOnDisconnect\":\"none\"," + NO_LIMIT);
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
    void shouldKeepItsWordWhoeverLeads() throws Exception {
        final Told told;
        try (ClusterVenue venue = new ClusterVenue(folder, seed, true, this::section)) {
            venue.members(
                    fix(17),
                    fix(18),
                    session(19, "tcp", "\"cancelOnDisconnect\":\"none\"," + NO_LIMIT),
                    session(20, "tcp", "\"cancelOnDisconnect\":\"disconnect\",\"graceMs\":20"),
                    "\"session\":" + VIEWER + ",\"protocol\":\"tcp\",\"may\":[\"view\"]");
            venue.begin();
            assertEquals(
                    0,
                    venue.operate("user 304 BTC 1000000000000000 EUR 1000000000000000\n")
                            .status());
            requireRefusalOfWhatNodesDoNotKnow(venue);
            venue.follow("gateway", "gateway-fix", "feed");
            final LevelsOfClient byLines = new LevelsOfClient(SYMBOL);
            final LevelsOfClient byTcp = new LevelsOfClient(SYMBOL);
            try (FeedClient lines = ofLines(byLines);
                    FeedClient stream = ofTcp(venue, byTcp);
                    FixMember seller = new FixMember(venue.fixPorts(), 17, venue.secret(), random.nextLong());
                    FixMember buyer = new FixMember(venue.fixPorts(), 18, venue.secret(), random.nextLong())) {
                fixMembers = Map.of(17, seller, 18, buyer);
                trade(venue);
                settle(venue);
                told = awaitTold(venue, byLines, byTcp, stream);
                assertEquals("", byLines.wrong() + byTcp.wrong(), () -> "seed=" + seed + venue.log());
                assertEquals(
                        1,
                        stream.counters(0).snapshots(),
                        () -> "the next leader must continue the numbers, seed=" + seed + venue.log());
                assertNull(lines.failure());
                assertNull(stream.failure());
            } finally {
                members.values().forEach(TradingMember::close);
            }
            for (int session = 17; session <= 20; session++) {
                venue.requireSameStreams(session, seeded);
            }
            requireSameMessages(venue, "feed");
            requireSameMessages(venue, "feed/levels");
            requireReasonOfAPortThatIsTaken(venue);
        }
        MemberLedgers.requireTold(told.journal, told.ledgers, seed);
        FixLedgers.compare(told.journal, fixMembers, seed);
    }

    /** The log, exported as a journal, and the ledgers of the TCP members after the export. */
    private record Told(Path journal, Map<Integer, MemberLedger> ledgers) {}

    /**
     * Exports the log until the subscribers and members agree with it. One export may not be enough: on a busy machine
     * another node may become leader, or the connection of session 20 may end, and then the orders of session 20 are
     * cancelled after the export.
     */
    private Told awaitTold(
            final ClusterVenue venue, final LevelsOfClient byLines, final LevelsOfClient byTcp, final FeedClient stream)
            throws Exception {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIME_OUT_MS);
        for (int export = 0; ; export++) {
            venue.awaitAgreement();
            final Path journal = folder.resolve("journal" + export);
            venue.export(journal);
            final LevelsOfClient.Levels levels = LevelsOfClient.ofJournal(journal, SYMBOL);
            final long exportEndNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(EXPORT_MS);
            while (System.nanoTime() < exportEndNs) {
                final Told told = new Told(
                        journal,
                        Map.of(19, members.get(19).ledger(), 20, members.get(20).ledger()));
                if (levels.equals(byLines.levels()) && levels.equals(byTcp.levels()) && isTold(told)) {
                    return told;
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            }
            assertTrue(
                    System.nanoTime() < endNs,
                    () -> byLines + "\n" + byTcp + "\n" + stream.lastStreamEnd() + "\nlog " + levels + story(venue));
        }
    }

    /**
     * Whether the ledgers have all fills, and the remaining lots of all orders, that the journal has for these members.
     */
    private static boolean isTold(final Told told) {
        final ToldByJournal byJournal = ToldByJournal.of(told.journal);
        final Map<Long, Map<Long, Long>> live = ToldByJournal.live(
                told.journal,
                told.ledgers.keySet().stream().map(MemberLedgers::uidOf).toList());
        return told.ledgers.entrySet().stream()
                .allMatch(one -> one.getValue().live().equals(live.get(MemberLedgers.uidOf(one.getKey())))
                        && one.getValue().fills().equals(byJournal.fills(one.getKey())));
    }

    private void trade(final ClusterVenue venue) throws Exception {
        for (final FixMember member : fixMembers.values()) {
            member.start();
        }
        for (final Map.Entry<Integer, TradingMember> member : members.entrySet()) {
            member.getValue().connect(venue.client(member.getKey()), HEARTBEAT_MS);
        }
        await(venue, MOST_ANSWERS);
        requireOneDoor(venue);
        for (int fault = 0; fault < FAULTS; fault++) {
            if (fault == FAULTS / 2) {
                venue.snapshot();
                venue.roll();
            }
            disturb(venue, fault);
            await(venue, random.nextInt(MOST_ANSWERS));
        }
        venue.supervise();
        await(venue, MOST_ANSWERS);
    }

    /**
     * Waits for the answers to all requests. Then each FIX member sends a last order, whose answer comes after all
     * trades of the earlier orders.
     */
    private void settle(final ClusterVenue venue) throws InterruptedException {
        members.values().forEach(TradingMember::stopSending);
        fixMembers.values().forEach(FixMember::stopSending);
        for (final TradingMember member : members.values()) {
            assertTrue(member.await(member::isQuiet, TIME_OUT_MS), () -> story(venue));
        }
        final LocalDateTime tomorrow = LocalDateTime.now(ZoneOffset.UTC).plusDays(1);
        for (final FixMember member : fixMembers.values()) {
            assertTrue(member.await(member::isQuiet, TIME_OUT_MS), () -> story(venue));
        }
        for (final FixMember member : fixMembers.values()) {
            assertTrue(
                    member.await(() -> member.bidUntil("last", "0.01", "0.00010", tomorrow), TIME_OUT_MS),
                    () -> story(venue));
            assertTrue(
                    member.await(() -> member.isQuiet() && "0".equals(member.execType("last")), TIME_OUT_MS),
                    () -> story(venue));
        }
    }

    /**
     * Causes one fault, by its number: kills the leader, stops the leader for some seconds, or makes a node lose its
     * folder.
     */
    private void disturb(final ClusterVenue venue, final int fault) throws Exception {
        venue.supervise();
        final int leader = venue.awaitLeader();
        switch (fault % 3) {
            case 0 -> {
                venue.kill(leader);
                await(venue, 0);
                venue.start(leader);
            }
            case 1 -> {
                venue.signal(leader, "STOP"); // its sockets stay open: no engine reconnects until it continues
                TimeUnit.MILLISECONDS.sleep(STOPPED_MS + random.nextInt(STOPPED_MS));
                venue.signal(leader, "CONT");
            }
            default -> {
                final int node = seeded.isEmpty()
                        ? (leader + 1) % ClusterConfig.NODES
                        : seeded.iterator().next();
                seeded.add(node);
                seedAnew(venue, node);
            }
        }
    }

    /** Deletes the folder of a node, fills it from the other nodes, and starts the node. */
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

    /**
     * Requires that the messages that all nodes have are the same bytes; the messages of a node that was seeded begin
     * later.
     */
    private void requireSameMessages(final ClusterVenue venue, final String of) throws InterruptedException {
        final long[] range = new long[2];
        // a node writes its files a moment after it has carried out a command
        await(() -> areEquallyFar(venue, of, range), () -> "not all nodes have all messages of " + of + venue.log());
        assertTrue(range[1] - range[0] > MOST_ANSWERS, () -> "messages " + Arrays.toString(range) + " seed=" + seed);
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

    /** Requires that a follower that these nodes do not support is refused, and that the nodes continue. */
    private static void requireRefusalOfWhatNodesDoNotKnow(final ClusterVenue venue) throws Exception {
        final var refused = venue.runAnswered("followers", venue.file(0).toString(), "orders");
        assertEquals(2, refused.status(), refused.err());
        assertTrue(refused.err().contains("node 0 does not support the follower orders"), refused.err());
        venue.awaitAgreement();
    }

    /**
     * Requires that a node ends and reports the reason if its door cannot listen, because such a node must not lead;
     * then starts the node again.
     */
    private static void requireReasonOfAPortThatIsTaken(final ClusterVenue venue) throws Exception {
        final int node = (venue.awaitLeader() + 1) % ClusterConfig.NODES; // a new leader would cancel orders
        final InetSocketAddress door = venue.addresses().get(node);
        venue.kill(node);
        try (ServerSocket other = new ServerSocket()) {
            other.bind(door);
            venue.start(node);
            assertEquals(3, venue.awaitEnd(node), venue::log);
        }
        final String reason = "the door does not open: the TCP door cannot listen on 127.0.0.1:" + door.getPort()
                + ": Address already in use";
        assertTrue(venue.log().contains(reason), venue::log);
        venue.supervise();
        venue.awaitAgreement();
    }

    /**
     * Requires that the FIX ports of all nodes but the leader are closed: a FIX engine tries its next address only if a
     * port is closed.
     */
    private static void requireOneDoor(final ClusterVenue venue) throws Exception {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIME_OUT_MS);
        while (!isOneDoor(venue)) { // another node may have become leader during the check
            assertTrue(System.nanoTime() < endNs, venue::log);
        }
    }

    private static boolean isOneDoor(final ClusterVenue venue) throws Exception {
        final int leader = venue.awaitLeader();
        boolean isOne = true;
        for (int node = 0; node < venue.fixPorts().length; node++) {
            isOne &= node == leader || isClosed(venue.fixPorts()[node]);
        }
        return isOne;
    }

    private static boolean isClosed(final int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (ConnectException e) {
            return true;
        }
    }

    /** Waits until each member has received more than this number of further answers. */
    private void await(final ClusterVenue venue, final int answers) throws InterruptedException {
        for (final TradingMember member : members.values()) {
            final long wanted = member.answered() + 1 + answers;
            assertTrue(member.await(() -> member.answered() >= wanted, TIME_OUT_MS), () -> story(venue));
        }
        for (final FixMember member : fixMembers.values()) {
            final int wanted = member.answered() + 1 + answers;
            assertTrue(member.await(() -> member.answered() >= wanted, TIME_OUT_MS), () -> story(venue));
        }
    }

    private void await(final BooleanSupplier condition, final Supplier<String> what) throws InterruptedException {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIME_OUT_MS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < endNs, () -> what.get() + " seed=" + seed);
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    private String story(final ClusterVenue venue) {
        final StringBuilder all = new StringBuilder("seed=" + seed);
        members.forEach((session, member) -> all.append("\nsession ")
                .append(session)
                .append(": ")
                .append(member.answered())
                .append(" answers, open ")
                .append(member.openRequests())
                .append(", ")
                .append(member.failure()));
        fixMembers.forEach((session, member) -> all.append("\nsession ")
                .append(session)
                .append(": ")
                .append(member.answered())
                .append(" answers, open ")
                .append(member.open())
                .append(", ")
                .append(member.failure())
                .append('\n')
                .append(member.lastWords()));
        return all + venue.log();
    }
}
