package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A venue in a process of its own is killed with SIGKILL again and again while two stock QuickFIX/J initiators trade
 * through its FIX door; at times what a power failure may take is taken away besides: numbers and the outboxes. Each
 * ledger, built from the reports alone, is what the journal says; no request is carried out twice and none is without
 * fate.
 */
@Proves(value = "a FIX request has one fate over kills and lost files", normal = "a few kills", large = "1,000 kills")
@Tag("whole")
class FixKillTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int KILLS = Integer.getInteger("daybook.fixKills", LONG ? 1_000 : 10);
    private static final int MAX_ANSWERS = 200;
    private static final int MAX_MILLIS = 250;
    private static final int TIME_OUT_MS = 90_000;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void shouldKeepItsWord() throws Exception {
        keepItsWord(KILLS - KILLS / 3, false);
    }

    @Test
    void shouldKeepItsWordWhereNumbersAndOutboxesAreLost() throws Exception {
        keepItsWord(KILLS / 3, true);
    }

    private void keepItsWord(final int kills, final boolean losesFiles) throws Exception {
        final VenueProcess venue = new VenueProcess(folder, seed);
        final int port = venue.withFix();
        // Without its files a session hears nothing again from before the newest snapshot: then there is none.
        venue.configure(
                losesFiles ? "snapshotEveryMinutes = 0" : "snapshotEveryCommands = 3000\nsnapshotRetainAll = true",
                "",
                session(17, 301),
                session(18, 302));
        venue.endow();
        try (FixMember seller = new FixMember(port, 17, venue.secret(), random.nextLong());
                FixMember buyer = new FixMember(port, 18, venue.secret(), random.nextLong())) {
            venue.start();
            seller.start();
            buyer.start();
            for (int kill = 0; kill < kills; kill++) {
                final FixMember one = random.nextBoolean() ? seller : buyer;
                final int answers = one.answered() + 1 + random.nextInt(MAX_ANSWERS);
                assertTrue(one.await(() -> one.answered() >= answers, TIME_OUT_MS), () -> story(venue, one));
                venue.ends(random.nextInt(MAX_MILLIS));
                if (kill % 4 == 3) {
                    venue.terminate();
                    venue.ends(random.nextInt(MAX_MILLIS));
                }
                venue.kill();
                if (losesFiles) {
                    loseFiles(venue.data().resolve("gateway"));
                }
                venue.start();
            }
            for (final FixMember member : List.of(seller, buyer)) {
                member.stopSending();
            }
            for (final FixMember member : List.of(seller, buyer)) {
                assertTrue(member.await(member::isQuiet, TIME_OUT_MS), () -> story(venue, member));
            }
            final int fills = awaitFills(venue, seller, buyer);
            venue.stop();
            assertTrue(fills > 0, () -> "nothing was traded, seed=" + seed);
            FixLedgers.compare(venue.data(), Map.of(17, seller, 18, buyer), seed);
        } finally {
            venue.kill();
        }
    }

    /** A maker hears of its last trades after the taker has been answered. */
    private int awaitFills(final VenueProcess venue, final FixMember seller, final FixMember buyer)
            throws InterruptedException {
        assertTrue(
                seller.await(() -> seller.fills().size() == buyer.fills().size(), TIME_OUT_MS),
                () -> "fills: " + seller.fills().size() + " and "
                        + buyer.fills().size() + " " + story(venue, seller));
        return seller.fills().size();
    }

    private static String session(final int number, final long uid) {
        return "\"session\":" + number + ",\"protocol\":\"fix\",\"compId\":\"C" + number
                + "\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":" + uid + "},\"may\":[\"trade\"],"
                + "\"cancelOnDisconnect\":\"none\",\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";
    }

    private void loseFiles(final Path outboxes) throws IOException {
        try (Stream<Path> files = Files.walk(outboxes)) {
            for (final Path file : files.filter(Files::isRegularFile)
                    .filter(path -> !path.getParent().equals(outboxes))
                    .toList()) {
                if (random.nextInt(3) == 0) {
                    Files.delete(file);
                }
            }
        }
    }

    private String story(final VenueProcess venue, final FixMember member) {
        return member.failure() + " open=" + member.open() + " logons=" + member.logons() + " seed=" + seed + "\n"
                + venue.log() + "\n" + member.lastWords() + "\n" + venue.audit();
    }
}
