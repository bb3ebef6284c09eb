package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.host.Proves;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Members trade over TCP through the doors of three nodes, whose leader is killed and stopped again and again. Each
 * member's ledger, built from its stream alone, is what the log says; all nodes keep the same streams.
 */
@Proves(value = "members trade over TCP whoever leads", normal = "3 faults", large = "50")
@Tag("whole")
class ClusterDoorTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int FAULTS = Integer.getInteger("daybook.clusterDoorFaults", LONG ? 50 : 3);
    private static final int TIME_OUT_MS = 90_000;
    private static final int STOPPED_MS = 2_500;
    private static final int HEARTBEAT_MS = 500;
    private static final int MOST_ANSWERS = 300;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void shouldKeepItsWordWhoeverLeads() throws Exception {
        final Map<Integer, TradingMember> members = new TreeMap<>();
        try (ClusterVenue venue = new ClusterVenue(folder, seed, true)) {
            venue.members(
                    session(17, "\"cancelOnDisconnect\":\"none\",\"limits\":{\"perSecond\":1000000,\"burst\":1000000}"),
                    session(18, "\"cancelOnDisconnect\":\"disconnect\",\"graceMs\":20"),
                    session(19, "\"cancelOnDisconnect\":\"none\",\"limits\":{\"perSecond\":200,\"burst\":200}"));
            venue.begin();
            requireRefusalOfWhatNodesDoNotKnow(venue);
            venue.follow();
            for (int session = 17; session <= 19; session++) {
                final TradingMember member = new TradingMember(MemberLedgers.uidOf(session), random.nextLong());
                members.put(session, member);
                member.connect(venue.client(session), HEARTBEAT_MS);
            }
            try {
                for (int fault = 0; fault < FAULTS; fault++) {
                    await(venue, members, random.nextInt(MOST_ANSWERS));
                    if (fault == FAULTS / 2) {
                        venue.snapshot();
                    }
                    disturb(venue, members, fault);
                }
                venue.supervise();
                await(venue, members, MOST_ANSWERS);
                for (final TradingMember member : members.values()) {
                    member.stopSending();
                }
                for (final TradingMember member : members.values()) {
                    assertTrue(member.await(member::isQuiet, TIME_OUT_MS), () -> story(venue, members));
                }
            } finally {
                members.values().forEach(TradingMember::close);
            }
            venue.awaitAgreement();
            for (final int session : members.keySet()) {
                venue.requireSameStreams(session);
            }
            requireReasonOfAPortThatIsTaken(venue);
            venue.export(folder.resolve("journal"));
        }
        final Map<Integer, MemberLedger> ledgers = new TreeMap<>();
        members.forEach((session, member) -> {
            assertNull(member.failure(), () -> "seed=" + seed);
            ledgers.put(session, member.ledger());
        });
        MemberLedgers.requireTold(folder.resolve("journal"), ledgers, seed);
    }

    /** These nodes have no door for FIX; they go on. */
    private static void requireRefusalOfWhatNodesDoNotKnow(final ClusterVenue venue) throws Exception {
        final var refused = venue.run("followers", venue.file(0).toString(), "gateway-fix");
        assertEquals(2, refused.status(), refused.err());
        assertTrue(refused.err().contains("node 0 does not know the follower gateway-fix"), refused.err());
        venue.awaitAgreement();
    }

    /** A node whose door cannot listen ends, for it must not lead, and says why; then it comes back. */
    private static void requireReasonOfAPortThatIsTaken(final ClusterVenue venue) throws Exception {
        final int node = (venue.awaitLeader() + 1) % ClusterConfig.NODES; // a new leader would cancel orders of 18
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

    private static String session(final int number, final String more) {
        return "\"session\":" + number + ",\"protocol\":\"tcp\",\"accounts\":{\"U\":" + MemberLedgers.uidOf(number)
                + "},\"may\":[\"trade\"]," + more;
    }

    /** Waits until every member has heard so many answers more. */
    private void await(final ClusterVenue venue, final Map<Integer, TradingMember> members, final int answers)
            throws InterruptedException {
        for (final TradingMember member : members.values()) {
            final long wanted = member.answered() + 1 + answers;
            assertTrue(member.await(() -> member.answered() >= wanted, TIME_OUT_MS), () -> story(venue, members));
        }
    }

    private void disturb(final ClusterVenue venue, final Map<Integer, TradingMember> members, final int fault)
            throws Exception {
        venue.supervise();
        final int leader = venue.awaitLeader();
        if (fault % 3 == 1) {
            venue.signal(leader, "STOP");
            await(venue, members, 0);
            TimeUnit.MILLISECONDS.sleep(random.nextInt(STOPPED_MS));
            venue.signal(leader, "CONT");
            return;
        }
        venue.kill(leader);
        await(venue, members, 0);
        venue.start(leader);
    }

    private String story(final ClusterVenue venue, final Map<Integer, TradingMember> members) {
        final StringBuilder all = new StringBuilder("seed=" + seed);
        members.forEach((session, member) -> all.append("\nsession ")
                .append(session)
                .append(": ")
                .append(member.answered())
                .append(" answers, open ")
                .append(member.openRequests())
                .append(", ")
                .append(member.failure()));
        return all + venue.log();
    }
}
