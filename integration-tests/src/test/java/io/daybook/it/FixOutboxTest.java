package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the sessions of FIX are told follows from the journal alone: outboxes that are lost are made again with the same
 * bytes, by another topology, on another Java, and where drop copies came and went by reloads of the members.
 */
@Proves(value = "what FIX sessions hear follows from the journal alone", normal = "2 replays", large = "4")
@Tag("whole")
class FixOutboxTest {
    private static final int TIME_OUT_MS = 90_000;
    private static final int ANSWERS = 60;
    private static final String EXCHANGE = "validateEvery = 0\ntopology = \"%s\"";

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private VenueProcess venue;

    @AfterEach
    void killVenue() throws InterruptedException {
        venue.kill();
    }

    private static String trader(final int number, final long uid) {
        return "\"session\":" + number + ",\"protocol\":\"fix\",\"compId\":\"C" + number
                + "\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":" + uid + "},\"may\":[\"trade\"],"
                + "\"cancelOnDisconnect\":\"none\",\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";
    }

    private static String copies(final String accounts) {
        return "\"session\":19,\"protocol\":\"fix\",\"compId\":\"C19\",\"venue\":\"DAYBOOK\",\"accounts\":{" + accounts
                + "},\"may\":[\"dropcopy\"]";
    }

    @Test
    void shouldTellTheSameFromEveryReplay() throws Exception {
        venue = new VenueProcess(folder, seed);
        final int port = venue.withFixAlone();
        venue.configure(EXCHANGE.formatted("fused"), "", trader(17, 301), trader(18, 302), copies("\"A\":301"));
        venue.endow();
        venue.start();
        trade(port);
        venue.stop();
        final Map<String, String> told = OutboxFiles.hashes(venue.data());
        assertEquals(List.of("17", "18", "19"), OutboxFiles.sessions(told), told::toString);
        for (final InstalledJava java : InstalledJava.all()) {
            for (final String topology : OutboxFiles.topologies(java)) {
                OutboxFiles.lose(venue.data());
                venue.on(java);
                venue.configure(
                        EXCHANGE.formatted(topology), "", trader(17, 301), trader(18, 302), copies("\"B\":302"));
                venue.start();
                venue.stop();
                assertEquals(told, OutboxFiles.hashes(venue.data()), () -> topology + " on " + java + ", seed=" + seed);
            }
        }
    }

    /** Two members trade, a third hears copies of one of them, then of both, then of the other. */
    private void trade(final int port) throws Exception {
        try (FixMember seller = new FixMember(port, 17, venue.secret(), seed);
                FixMember buyer = new FixMember(port, 18, venue.secret(), seed + 1);
                FixMember copies = new FixMember(port, 19, venue.secret(), seed)) {
            copies.stopSending();
            for (final FixMember member : List.of(copies, seller, buyer)) {
                member.start();
            }
            int reloads = 0;
            for (final String accounts : List.of("\"A\":301,\"B\":302", "\"B\":302")) {
                awaitAnswers(seller);
                venue.members(trader(17, 301), trader(18, 302), copies(accounts));
                final int expected = ++reloads;
                assertTrue(
                        seller.await(() -> reloads(venue.log()) == expected, TIME_OUT_MS),
                        () -> "reloads: " + reloads(venue.log()) + " " + venue.log());
            }
            awaitAnswers(buyer);
            for (final FixMember member : List.of(seller, buyer)) {
                member.stopSending();
                assertTrue(member.await(member::isQuiet, TIME_OUT_MS), () -> story(member));
            }
            assertTrue(!copies.fills().isEmpty(), () -> "no trade was copied, seed=" + seed);
        }
    }

    private void awaitAnswers(final FixMember member) throws InterruptedException {
        final int answers = member.answered() + ANSWERS;
        assertTrue(member.await(() -> member.answered() >= answers, TIME_OUT_MS), () -> story(member));
    }

    private static int reloads(final String log) {
        return log.split("from now on", -1).length - 1;
    }

    private String story(final FixMember member) {
        return "seed=" + seed + " open " + member.open() + " failure " + member.failure() + "\n" + venue.log();
    }
}
