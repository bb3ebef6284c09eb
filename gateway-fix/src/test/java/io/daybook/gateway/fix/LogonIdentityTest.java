package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.UserReportQuery;
import io.daybook.host.Proves;
import io.daybook.sessions.audit.AuditEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A member with a valid secret cannot log on, or act, as another member. */
@Proves("a FIX session is let in under its own names only")
@Timeout(300)
@Tag("whole")
final class LogonIdentityTest {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final int OTHERS_NEXT = 3;
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    private FixVenue venue;

    @BeforeEach
    void letTheOtherComeAndGo() throws Exception {
        venue = new FixVenue(folder, FixVenue.trader(17, 1), FixVenue.trader(18, 2));
        try (RawFix other = venue.logon(18)) {
            assertEquals("A", RawFix.field(other.receive(), 35));
            other.send("35=5");
            assertEquals("5", RawFix.field(other.receive(), 35));
            assertNull(other.receive());
        }
    }

    @AfterEach
    void close() {
        venue.close();
    }

    private static String logon(final String parties) {
        return "35=A|34=" + OTHERS_NEXT + "|" + parties + "|52=" + TIME.format(Instant.now())
                + "|98=0|108=30|553=17|554=" + FixVenue.SECRET.text() + "|";
    }

    private RawFix asOther() throws IOException {
        final RawFix client = new RawFix(venue.port(), "S18", "DAYBOOK");
        client.next(OTHERS_NEXT + 1);
        return client;
    }

    private void requireUntouched() throws Exception {
        assertTrue(venue.exchange()
                .query(new UserReportQuery(2))
                .get(60, TimeUnit.SECONDS)
                .orders()
                .isEmpty());
        try (RawFix other = venue.logon(18, OTHERS_NEXT, "")) {
            final String answer = other.receive();
            assertEquals("A", RawFix.field(answer, 35));
            assertEquals(Integer.toString(OTHERS_NEXT), RawFix.field(answer, 34));
            other.send("35=1|112=x");
            final String pong = other.receive();
            assertEquals("0", RawFix.field(pong, 35), "no resend is requested");
            assertEquals(Integer.toString(OTHERS_NEXT + 1), RawFix.field(pong, 34));
        }
    }

    private static void order(final RawFix client) throws IOException {
        client.send("35=D|11=EVIL|55=BTC-FUT|54=1|38=5|40=2|44=100|59=1|60=20260101-00:00:00");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "49=S17|49=S18|56=DAYBOOK",
                "49=S17|049=S18|56=DAYBOOK",
                "49=S17|+49=S18|56=DAYBOOK",
                "212=7|213=x|49=S17|49=S18|56=DAYBOOK",
                "90=7|91=x|49=S17|49=S18|56=DAYBOOK",
                "49=S17|56=OTHER|56=DAYBOOK",
                "49=S17|50=x|56=DAYBOOK",
                "49=S17|56=DAYBOOK|57=x"
            })
    void shouldRefuseALogonThatCanBeReadInTwoWays(final String parties) throws Exception {
        try (RawFix client = asOther()) {
            client.sendRaw(logon(parties));
            order(client);
            assertNull(client.receive());
        } catch (IOException e) {
            assertFalse(e.getMessage() == null); // cut off while it was writing
        }
        requireUntouched();
    }

    /** Sessions of one member have the same secret, so only the number identifies the session. */
    @Test
    void shouldRefuseTheNumberOfAnotherSession() throws Exception {
        try (RawFix client = asOther()) {
            client.sendRaw(logon("49=S18|56=DAYBOOK"));
            assertNull(client.receive());
        }
        requireUntouched();
    }

    /** The first Logon is admitted, but QuickFIX/J cannot bind it, because its 108 is no number. */
    @Test
    void shouldNotLetASecondLogonInBehindOneThatWasAdmitted() throws Exception {
        try (RawFix client = asOther()) {
            client.sendRaw(logon("49=S17|56=DAYBOOK").replace("108=30", "108=x"));
            client.sendRaw(logon("49=S18|56=DAYBOOK"));
            order(client);
            String answer = client.receive();
            while (answer != null) {
                assertFalse("S18".equals(RawFix.field(answer, 56)), answer);
                answer = client.receive();
            }
        } catch (IOException e) {
            assertFalse(e.getMessage() == null); // cut off while it was writing
        }
        requireUntouched();
    }

    @Test
    void shouldEndASessionThatLogsOnOnceMore() throws Exception {
        try (RawFix client = venue.logon(17)) {
            assertEquals("A", RawFix.field(client.receive(), 35));
            client.send("35=D|11=a1|55=BTC-FUT|54=1|38=5|40=2|44=100|59=1|60=20260101-00:00:00");
            assertEquals("2", RawFix.field(client.receive(), 34));
            client.next(1);
            client.send("35=A|98=0|108=30|141=Y|553=17|554=" + FixVenue.SECRET.text());
            assertNull(client.receive());
        }
        while (venue.audited.stream()
                .noneMatch(event -> event instanceof AuditEvent.Ended ended && "SECOND_LOGON".equals(ended.reason()))) {
            LockSupport.parkNanos(LOOK_NS);
        }
        try (RawFix client = venue.logon(17, 3, "")) {
            final String answer = client.receive();
            assertEquals("A", RawFix.field(answer, 35));
            assertEquals("3", RawFix.field(answer, 34), "the numbers did not begin anew");
        }
    }
}
