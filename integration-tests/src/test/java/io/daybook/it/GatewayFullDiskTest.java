package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.Proves;
import io.daybook.wire.ByeReason;
import io.daybook.wire.Templates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway in a process, on a file system that really is full: nothing is answered and nobody gets in while there is
 * no room, and nothing is lost when there is again. Needs the right to mount a file system.
 */
@Proves("a venue that halts, or whose disk or ring is full, loses and doubles no TCP request")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
class GatewayFullDiskTest {
    private static final int REQUESTS = 400;
    private static final int MOST_LOGINS = 50;
    private static final int HEARTBEAT_MS = 60_000;
    private static final int LOGIN_MS = 1_000;

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
        return "\"session\":" + number + ",\"protocol\":\"tcp\",\"accounts\":{\"U\":" + uid + "},\"may\":[\"trade\"],"
                + "\"cancelOnDisconnect\":\"none\",\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";
    }

    /** A login may still come before the first message that finds no room; one of the next finds the door shut. */
    private void requireBusy() throws IOException {
        for (int i = 0; i < MOST_LOGINS; i++) {
            try (RawConnection other = new RawConnection(venue.port())) {
                if (other.refused(18, venue.secret()) == ByeReason.BUSY) {
                    return;
                }
            }
        }
        throw new AssertionError("logins are answered on a full disk, seed=" + seed);
    }

    @Test
    void shouldAnswerNothingWithoutRoomAndLoseNothing() throws Exception {
        disk = new SmallDisk(folder);
        disk.mount();
        venue = new VenueProcess(folder, seed);
        venue.configure("validateEvery = 0", "limits.stuckMs = " + LOGIN_MS, trader(17, 301), trader(18, 302));
        venue.endow();
        venue.start();
        try (RawConnection member = new RawConnection(venue.port())) {
            member.login(17, venue.secret(), HEARTBEAT_MS);
            final Path filler = disk.fill();
            member.place(1, REQUESTS, 301);
            requireBusy();
            Files.delete(filler);
            int answers = 0;
            while (answers < REQUESTS) {
                answers += member.read() == Templates.ANSWER ? 1 : 0;
            }
            try (RawConnection other = new RawConnection(venue.port())) {
                other.login(18, venue.secret(), HEARTBEAT_MS);
            }
        }
        venue.stop();
        venue.start();
        try (RawConnection member = new RawConnection(venue.port())) {
            member.login(17, venue.secret(), HEARTBEAT_MS);
            assertEquals(REQUESTS, member.lastRequest(), "N");
        }
    }
}
