package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import io.daybook.wire.ByeReason;
import io.daybook.wire.Templates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
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
 * Runs a venue in a process, on a file system that really is full, while a TCP member and two QuickFIX/J initiators
 * send. While there is no space, no request is answered and no session logs in; once there is space again, no message
 * is lost or doubled. The test needs the right to mount a file system.
 */
@Proves("a venue whose disk is full loses and doubles no request")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
@OnlyLong
class VenueFullDiskTest {
    private static final int TIME_OUT_MS = 90_000;
    private static final int ANSWERS = 30;
    private static final int STILL_MS = 1_500;
    private static final int LOOK_MS = 200;
    private static final int LOOKS = 40;
    private static final int REQUESTS = 400;
    private static final int MOST_LOGINS = 50;
    private static final int HEARTBEAT_MS = 60_000;

    /** A user without money: its orders are refused, which is an answer, too. */
    private static final long POOR = 304;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private SmallDisk disk;
    private VenueProcess venue;

    @AfterEach
    void unmount() throws Exception {
        if (disk.isMounted() && venue != null) { // null if it could not be made, which has failed the test
            venue.kill();
        }
        disk.unmount();
    }

    private static String trader(final int number, final long uid) {
        return "\"session\":" + number + ",\"protocol\":\"fix\",\"compId\":\"C" + number
                + "\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":" + uid + "},\"may\":[\"trade\"],"
                + "\"cancelOnDisconnect\":\"none\",\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";
    }

    private static String tcp(final int number) {
        return "\"session\":" + number + ",\"protocol\":\"tcp\",\"accounts\":{\"U\":" + POOR
                + "},\"may\":[\"trade\"],\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";
    }

    /**
     * Requires that logins are refused soon; the first ones may succeed, because no message has found the disk full
     * yet.
     */
    private void requireBusy() throws IOException {
        for (int i = 0; i < MOST_LOGINS; i++) {
            try (RawConnection other = new RawConnection(venue.port())) {
                if (other.refused(21, venue.secret()) == ByeReason.BUSY) {
                    return;
                }
            }
        }
        throw new AssertionError("logins are answered on a full disk, seed=" + seed);
    }

    /**
     * Logs in, and tries again, because a slow venue may answer BUSY although there is space: it has only a second to
     * journal a login.
     */
    private RawConnection loggedIn(final int session) throws IOException, InterruptedException {
        final long endNs = System.nanoTime() + TIME_OUT_MS * 1_000_000L;
        while (true) {
            final RawConnection connection = new RawConnection(venue.port());
            if (connection.isWelcome(session, venue.secret(), HEARTBEAT_MS)) {
                return connection;
            }
            connection.close();
            assertTrue(System.nanoTime() < endNs && !venue.ends(LOOK_MS), this::log);
        }
    }

    @Test
    void shouldAnswerNothingWithoutRoomAndLoseNothing() throws Exception {
        disk = new SmallDisk(folder);
        disk.mount();
        venue = new VenueProcess(folder, seed);
        final int port = venue.withFix();
        venue.withHttp();
        venue.configure(
                "validateEvery = 0",
                "limits.stuckMs = 1000",
                trader(17, 301),
                trader(18, 302),
                trader(19, 303),
                tcp(20),
                tcp(21));
        final Path file = folder.resolve("daybook.toml");
        Files.writeString(file, Files.readString(file) + "[fix.limits]\nstuckMs = 1000\n");
        venue.endow();
        venue.start();
        try (RawConnection member = loggedIn(20);
                FixMember seller = new FixMember(port, 17, venue.secret(), seed);
                FixMember buyer = new FixMember(port, 18, venue.secret(), seed + 1);
                FixMember late = new FixMember(port, 19, venue.secret(), seed + 2)) {
            for (final FixMember one : List.of(seller, buyer)) {
                one.start();
                awaitAnswers(one);
            }
            final Path filler = disk.fill();
            member.place(1, REQUESTS, POOR);
            requireBusy();
            awaitStillness(seller, buyer);
            late.start();
            venue.ends(STILL_MS);
            assertEquals(0, late.logons(), "a Logon is answered on a full disk");
            requireNoRoomToEnd(17);
            requireNoRoomToEnd(20);
            assertEquals(1, seller.logons(), "a refused act has ended a session");
            assertTrue(venue.isAlive(), this::log);
            Files.delete(filler);
            int answers = 0;
            while (answers < REQUESTS) {
                answers += member.read() == Templates.ANSWER ? 1 : 0;
            }
            loggedIn(21).close();
            final List<FixMember> all = List.of(seller, buyer, late);
            for (final FixMember one : all) {
                awaitAnswers(one);
            }
            all.forEach(FixMember::stopSending);
            for (final FixMember one : all) {
                assertTrue(one.await(one::isQuiet, TIME_OUT_MS), () -> story(one));
            }
            venue.stop();
            final ToldByJournal told = ToldByJournal.of(venue.data());
            venue.start(); // makers get the reports of their last trades, and so do members that were cut off
            awaitTrades(all, told);
            try (RawConnection again = loggedIn(20)) {
                assertEquals(REQUESTS, again.lastRequest(), "the last request in the welcome");
            }
            venue.stop();
            FixLedgers.compare(venue.data(), Map.of(17, seller, 18, buyer, 19, late), seed);
        }
    }

    /**
     * Requires that the act of an operator is refused with the reason: without space, the audit log cannot have a line
     * for the act.
     */
    private void requireNoRoomToEnd(final int session) throws IOException, InterruptedException {
        final String token =
                Files.readString(venue.data().resolve("server/admin-token")).strip();
        final HttpResponse<String> refused = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(venue.url() + "/v1/admin/sessions/" + session + "/end"))
                                .header("Authorization", "Bearer " + token)
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());
        assertEquals(507, refused.statusCode(), refused::body);
        assertTrue(
                refused.body().contains("NO_SPACE") && refused.body().contains("nothing was changed"), refused::body);
    }

    private void awaitAnswers(final FixMember member) throws InterruptedException {
        final int answers = member.answered() + ANSWERS;
        assertTrue(member.await(() -> member.answered() >= answers, TIME_OUT_MS), () -> story(member));
    }

    /** Waits until no answer has arrived for a while. */
    private void awaitStillness(final FixMember one, final FixMember other) throws InterruptedException {
        int looks = 0;
        int before = -1;
        while (one.answered() + other.answered() != before) {
            before = one.answered() + other.answered();
            assertTrue(looks++ < LOOKS, () -> "orders are answered on a full disk " + story(one));
            venue.ends(STILL_MS);
        }
    }

    /** Waits until both sides of each trade have their reports. */
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
