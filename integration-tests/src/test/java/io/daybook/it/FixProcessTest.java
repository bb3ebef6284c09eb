package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a venue that has only a FIX door, in a process of its own. */
@Proves("stock FIX clients trade, with TLS too, and see lists and reports")
@Tag("whole")
class FixProcessTest {
    private static final int TIME_OUT_MS = 60_000;
    private static final int ANSWERS = 30;
    private static final int SESSION = 17;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private VenueProcess venue;
    private int port;

    @BeforeEach
    void makeVenue() throws Exception {
        venue = new VenueProcess(folder, seed);
        port = venue.withFixAlone();
        venue.configure(
                "",
                "",
                "\"session\":" + SESSION + ",\"protocol\":\"fix\",\"compId\":\"C" + SESSION
                        + "\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":301},\"may\":[\"trade\"],"
                        + "\"cancelOnDisconnect\":\"none\",\"limits\":{\"perSecond\":1000000,\"burst\":1000000}");
        venue.endow();
    }

    @AfterEach
    void killVenue() throws InterruptedException {
        venue.kill();
    }

    @Test
    void shouldNeedNoOtherDoorAndShowWhatItSaidWhileItRunsAndAfterAKill() throws Exception {
        final List<String> running;
        venue.start();
        try (FixMember member = new FixMember(port, SESSION, venue.secret(), seed)) {
            member.start();
            assertTrue(member.await(() -> member.answered() >= ANSWERS, TIME_OUT_MS), () -> story(member));
            running = dump();
            member.stopSending();
            assertTrue(member.await(member::isQuiet, TIME_OUT_MS), () -> story(member));
            venue.kill();
        }
        final List<String> killed = dump();
        assertTrue(running.size() >= ANSWERS, running::toString);
        assertTrue(running.stream().allMatch(line -> line.contains(" ExecType=") || line.contains(" CxlRejReason=")));
        assertEquals(withoutNumbers(running), withoutNumbers(killed.subList(0, running.size())));
        venue.start();
        venue.stop();
        assertEquals(killed, dump());
    }

    private String story(final FixMember member) {
        return "seed=" + seed + " open " + member.open() + " failure " + member.failure() + "\n" + venue.log();
    }

    private List<String> dump() throws Exception {
        final var ended =
                DaybookProcess.run("fix", "dump", folder.resolve("daybook.toml").toString(), Integer.toString(SESSION));
        assertEquals(0, ended.status(), ended.err());
        return ended.out();
    }

    /**
     * The lines without the numbers of the reports: a report may be in the outbox a moment before its number is in its
     * file.
     */
    private static List<String> withoutNumbers(final List<String> lines) {
        return lines.stream().map(line -> line.substring(line.indexOf(' '))).toList();
    }
}
