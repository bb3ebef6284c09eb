package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A venue in a process, on a file system that really is full, while two stock QuickFIX/J initiators trade: nothing is
 * answered and nobody gets in while there is no room, and nothing is lost or doubled when there is again.
 */
@Proves("a full ring or disk costs no FIX request and doubles none")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
class FixFullDiskTest {
    private static final int TIME_OUT_MS = 90_000;
    private static final int ANSWERS = 30;
    private static final int STILL_MS = 1_500;
    private static final int LOOKS = 40;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private SmallDisk disk;
    private VenueProcess venue;

    @AfterEach
    void unmount() throws Exception {
        if (disk.isMounted() && venue != null) { // null where it could not be made, which is what failed then
            venue.kill();
        }
        disk.unmount();
    }

    private static String trader(final int number, final long uid) {
        return "\"session\":" + number + ",\"protocol\":\"fix\",\"compId\":\"C" + number
                + "\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":" + uid + "},\"may\":[\"trade\"],"
                + "\"cancelOnDisconnect\":\"none\",\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";
    }

    @Test
    void shouldAnswerNothingWithoutRoomAndLoseNothing() throws Exception {
        disk = new SmallDisk(folder);
        disk.mount();
        venue = new VenueProcess(folder, seed);
        final int port = venue.withFixAlone();
        venue.configure("validateEvery = 0", "", trader(17, 301), trader(18, 302), trader(19, 303));
        final Path file = folder.resolve("daybook.toml");
        Files.writeString(file, Files.readString(file) + "[fix.limits]\nstuckMs = 1000\n");
        venue.endow();
        venue.start();
        try (FixMember seller = new FixMember(port, 17, venue.secret(), seed);
                FixMember buyer = new FixMember(port, 18, venue.secret(), seed + 1);
                FixMember late = new FixMember(port, 19, venue.secret(), seed + 2)) {
            for (final FixMember member : List.of(seller, buyer)) {
                member.start();
                awaitAnswers(member);
            }
            final Path filler = disk.fill();
            awaitStillness(seller, buyer);
            late.start();
            venue.ends(STILL_MS);
            assertEquals(0, late.logons(), "a Logon is answered on a full disk");
            assertTrue(venue.isAlive(), this::log);
            Files.delete(filler);
            for (final FixMember member : List.of(seller, buyer, late)) {
                awaitAnswers(member);
            }
            final List<FixMember> all = List.of(seller, buyer, late);
            all.forEach(FixMember::stopSending);
            for (final FixMember member : all) {
                assertTrue(member.await(member::isQuiet, TIME_OUT_MS), () -> story(member));
            }
            venue.stop();
            final ToldByJournal told = ToldByJournal.of(venue.data());
            venue.start(); // makers hear of their last trades, and so does whoever was cut off
            awaitTrades(all, told);
            venue.stop();
            FixLedgers.compare(venue.data(), Map.of(17, seller, 18, buyer, 19, late), seed);
        }
    }

    private void awaitAnswers(final FixMember member) throws InterruptedException {
        final int answers = member.answered() + ANSWERS;
        assertTrue(member.await(() -> member.answered() >= answers, TIME_OUT_MS), () -> story(member));
    }

    /** Until nothing has been answered for a while. */
    private void awaitStillness(final FixMember one, final FixMember other) throws InterruptedException {
        int looks = 0;
        int before = -1;
        while (one.answered() + other.answered() != before) {
            before = one.answered() + other.answered();
            assertTrue(looks++ < LOOKS, () -> "orders are answered on a full disk " + story(one));
            venue.ends(STILL_MS);
        }
    }

    /** Both sides of each trade are told. */
    private void awaitTrades(final List<FixMember> members, final ToldByJournal told) throws InterruptedException {
        int session = 17;
        for (final FixMember member : members) {
            final int trades = told.fills(session++).size();
            assertTrue(member.await(() -> member.fills().size() == trades, TIME_OUT_MS), () -> story(member));
        }
    }

    private String log() {
        return "seed=" + seed + "\n" + venue.log();
    }

    private String story(final FixMember member) {
        return member.failure() + " open=" + member.open() + " logons=" + member.logons() + " " + log();
    }
}
