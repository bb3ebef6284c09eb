package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two stock QuickFIX/J initiators trade through the FIX doors of three nodes, whose leader is killed and stopped. Each
 * ledger, built from the reports alone, is what the log says; no request is carried out twice and none is without fate;
 * all nodes keep the same reports.
 */
@Proves(value = "members trade over FIX whoever leads", normal = "3 faults", large = "50")
@Tag("whole")
class ClusterFixTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int FAULTS = Integer.getInteger("daybook.clusterFixFaults", LONG ? 50 : 3);
    private static final int TIME_OUT_MS = 90_000;
    private static final int STOPPED_MS = 2_500;
    private static final int MOST_ANSWERS = 200;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void shouldKeepItsWordWhoeverLeads() throws Exception {
        final Map<Integer, FixMember> members;
        try (ClusterVenue venue = new ClusterVenue(folder, seed, true, true)) {
            venue.members(session(17, 301), session(18, 302));
            venue.begin();
            venue.follow("gateway", "gateway-fix");
            try (FixMember seller = new FixMember(venue.fixPorts(), 17, venue.secret(), random.nextLong());
                    FixMember buyer = new FixMember(venue.fixPorts(), 18, venue.secret(), random.nextLong())) {
                members = Map.of(17, seller, 18, buyer);
                seller.start();
                buyer.start();
                await(venue, members, random.nextInt(MOST_ANSWERS));
                requireOneDoor(venue);
                for (int fault = 0; fault < FAULTS; fault++) {
                    if (fault == FAULTS / 2) {
                        venue.snapshot();
                        venue.roll();
                    }
                    disturb(venue, members, fault);
                    await(venue, members, random.nextInt(MOST_ANSWERS));
                }
                members.values().forEach(FixMember::stopSending);
                for (final FixMember member : members.values()) {
                    assertTrue(member.await(member::isQuiet, TIME_OUT_MS), () -> story(venue, members));
                }
                assertTrue( // a maker hears of its last trades after the taker has been answered
                        seller.await(
                                () -> seller.fills().size() == buyer.fills().size(), TIME_OUT_MS),
                        () -> story(venue, members));
                assertTrue(!seller.fills().isEmpty(), () -> story(venue, members));
            }
            venue.supervise();
            venue.awaitAgreement();
            for (final int session : members.keySet()) {
                venue.requireSameStreams(session);
            }
            venue.export(folder.resolve("journal"));
        }
        FixLedgers.compare(folder.resolve("journal"), members, seed);
    }

    private static String session(final int number, final long uid) {
        return "\"session\":" + number + ",\"protocol\":\"fix\",\"compId\":\"C" + number
                + "\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":" + uid + "},\"may\":[\"trade\"],"
                + "\"cancelOnDisconnect\":\"none\",\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";
    }

    /** Waits until every member has heard so many answers more. */
    private void await(final ClusterVenue venue, final Map<Integer, FixMember> members, final int answers)
            throws InterruptedException {
        for (final FixMember member : members.values()) {
            final int wanted = member.answered() + 1 + answers;
            assertTrue(member.await(() -> member.answered() >= wanted, TIME_OUT_MS), () -> story(venue, members));
        }
    }

    /** Kills the leader, stops the next one, kills the one after. */
    private void disturb(final ClusterVenue venue, final Map<Integer, FixMember> members, final int fault)
            throws Exception {
        venue.supervise();
        final int leader = venue.awaitLeader();
        if (fault % 3 == 1) {
            venue.signal(leader, "STOP"); // its sockets stay open, so that no client goes anywhere until it goes on
            TimeUnit.MILLISECONDS.sleep(STOPPED_MS + random.nextInt(STOPPED_MS));
            venue.signal(leader, "CONT");
            await(venue, members, 0);
            return;
        }
        venue.kill(leader);
        await(venue, members, 0);
        venue.start(leader);
    }

    /** An engine goes to its next address where a port is closed, and only there. */
    private static void requireOneDoor(final ClusterVenue venue) throws Exception {
        final int leader = venue.awaitLeader();
        for (int node = 0; node < venue.fixPorts().length; node++) {
            if (node != leader) {
                final int port = venue.fixPorts()[node];
                assertThrows(ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
            }
        }
    }

    private String story(final ClusterVenue venue, final Map<Integer, FixMember> members) {
        final StringBuilder all = new StringBuilder("seed=" + seed);
        members.forEach((session, member) -> all.append("\nsession ")
                .append(session)
                .append(": ")
                .append(member.answered())
                .append(" answers, open ")
                .append(member.open())
                .append(", logons ")
                .append(member.logons())
                .append(", ")
                .append(member.failure())
                .append('\n')
                .append(member.lastWords()));
        return all + venue.log();
    }
}
