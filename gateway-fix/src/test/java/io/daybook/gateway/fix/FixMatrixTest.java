package io.daybook.gateway.fix;

import static io.daybook.gateway.fix.RawFix.fields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of the failure matrix that need no kill; docs/testing.md names the tests of the other rows. */
@Proves("43=Y is carried out, known or refused as fix.md says")
@Tag("whole")
final class FixMatrixTest {
    @TempDir
    private Path folder;

    /** The process has run since the first message of the gap, so a loss of power has lost nothing of the gap. */
    @Test
    void shouldCarryOutWhatWasFirstSentToThisProcess() throws Exception {
        try (FixVenue venue = FixVenue.lossy(folder, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17)) {
            client.receive();
            client.sendAs(3, "35=1|112=LATER");
            assertEquals("35=2 7=2", fields(client.receive(), 35, 7));
            client.sendAs(
                    2,
                    "35=D|43=Y|122=20260101-00:00:00"
                            + RawFix.order("a1", 1, "0.005", "154000").substring(4));
            assertEquals("150=0 11=a1", fields(client.receiveApplication(), 150, 11));
        }
    }

    /** A loss of power may have lost an earlier message, and this one with it. */
    @Test
    void shouldRefuseWhatIsSentAgainWhereAnswersMayBeLost() throws Exception {
        try (FixVenue venue = FixVenue.lossy(folder, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17, 3, "")) {
            assertEquals("35=A", fields(client.receive(), 35));
            assertEquals("35=2 7=1", fields(client.receive(), 35, 7));
            client.sendAs(1, "35=4|43=Y|122=20260101-00:00:00|123=Y|36=2");
            client.sendAs(
                    2,
                    "35=D|43=Y|122=20260101-00:00:00"
                            + RawFix.order("a1", 1, "0.005", "154000").substring(4));
            final String refused = client.receiveApplication();
            assertEquals("150=8 39=8 103=99 11=a1", fields(refused, 150, 39, 103, 11));
            assertTrue(String.valueOf(RawFix.field(refused, 58)).startsWith("PERHAPS_LOST"), refused);
            client.sendAs(3, "35=4|43=Y|122=20260101-00:00:00|123=Y|36=4");
            client.next(4);
            client.send(RawFix.order("a2", 1, "0.005", "154000"));
            assertEquals("150=0 11=a2", fields(client.receive(), 150, 11));
        }
    }

    /**
     * The power fails before answered commands are forced: the end of the journal is lost, and with it that of the
     * outbox.
     */
    @Test
    void shouldRefuseWhatTheLostEndOfTheJournalMayHaveHeld() throws Exception {
        try (FixVenue venue = FixVenue.lossy(folder, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17)) {
            client.receive();
            client.send(RawFix.order("a1", 1, "0.005", "154000"));
            assertEquals("150=0 11=a1", fields(client.receive(), 150, 11));
            client.send("35=5");
            assertEquals("35=5", fields(client.receive(), 35));
        }
        final Path forced = folder.resolve("forced");
        for (final String part : List.of("data", "gateway")) {
            copy(folder.resolve(part), forced.resolve(part));
        }
        try (FixVenue venue = FixVenue.lossy(folder, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17, 4, "")) {
            assertEquals("35=A", fields(client.receive(), 35));
            client.send(RawFix.order("a2", 1, "0.005", "154000"));
            assertEquals("150=0 11=a2", fields(client.receive(), 150, 11));
        }
        for (final String part : List.of("data", "gateway")) {
            delete(folder.resolve(part));
            copy(forced.resolve(part), folder.resolve(part));
        }
        try (FixVenue venue = FixVenue.lossy(folder, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17, 6, "")) {
            assertEquals("35=A", fields(client.receive(), 35));
            assertEquals("35=2 7=4 16=0", fields(client.receive(), 35, 7, 16));
            client.sendAs(4, "35=4|43=Y|122=20260101-00:00:00|123=Y|36=5");
            client.sendAs(
                    5,
                    "35=D|43=Y|122=20260101-00:00:00"
                            + RawFix.order("a2", 1, "0.005", "154000").substring(4));
            final String refused = client.receive();
            assertEquals("150=8 39=8 103=99 11=a2", fields(refused, 150, 39, 103, 11));
            assertTrue(String.valueOf(RawFix.field(refused, 58)).startsWith("PERHAPS_LOST"), refused);
            client.sendAs(6, "35=4|43=Y|122=20260101-00:00:00|123=Y|36=7");
            client.send("35=AF|584=left|585=7");
            assertEquals("150=I 11=a1 911=1 912=Y", fields(client.receive(), 150, 11, 911, 912));
        }
    }

    /** An old journal or one with another history was restored: a session must not get reports that contradict it. */
    @Test
    void shouldRefuseASessionThatWasToldMoreThanTheJournalKnows() throws Exception {
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1), FixVenue.trader(18, 2))) {
            for (int session = 17; session <= 18; session++) {
                try (RawFix client = venue.logon(session)) {
                    client.receive();
                    if (session == 17) {
                        client.send(RawFix.order("a1", 1, "0.005", "154000"));
                        assertEquals("150=0", fields(client.receive(), 150));
                    }
                }
            }
        }
        delete(folder.resolve("data"));
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1), FixVenue.trader(18, 2))) {
            try (RawFix client = venue.logon(17)) {
                assertNull(client.receive());
            }
            assertTrue(
                    venue.audited.stream()
                            .anyMatch(event -> event instanceof AuditEvent.LoginRefused refused
                                    && refused.reason().equals("AHEAD_OF_JOURNAL")),
                    () -> venue.audited.toString());
            try (RawFix other = venue.logon(18)) {
                assertEquals("35=A", fields(other.receive(), 35));
                other.send(RawFix.order("b1", 1, "0.005", "154000"));
                assertEquals("150=0 11=b1", fields(other.receiveApplication(), 150, 11));
            }
        }
    }

    /**
     * The files of a session are lost, including reports before the newest snapshot that its client has not read:
     * numbers continue, a gap fill replaces those reports, and a status request returns the order's state.
     */
    @Test
    void shouldTellOnRequestWhatItHasLostTheReportOf() throws Exception {
        final SessionSettings copies = FixVenue.session(19, Set.of(Right.DROPCOPY), 1);
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1), copies);
                RawFix copied = venue.logon(19);
                RawFix client = venue.logon(17)) {
            copied.receive();
            client.receive();
            client.send(RawFix.order("a1", 1, "0.005", "154000"));
            assertEquals("150=0 11=a1", fields(copied.receive(), 150, 11));
            venue.exchange().snapshot().get();
        }
        delete(folder.resolve("gateway/17"));
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1), copies);
                RawFix client = venue.logon(17, 3, "")) {
            final String logon = client.receive();
            assertEquals("35=A", fields(logon, 35));
            final int number = Integer.parseInt(String.valueOf(RawFix.field(logon, 34)));
            client.send("35=2|7=2|16=0");
            assertEquals("35=4 34=2 43=Y 123=Y 36=" + (number + 1), fields(client.receive(), 35, 34, 43, 123, 36));
            client.send("35=H|11=a1|55=BTC-EUR|54=1");
            assertEquals("150=I 39=0 11=a1 151=0.005", fields(client.receive(), 150, 39, 11, 151));
        }
    }

    private static void copy(final Path from, final Path to) throws IOException {
        final List<Path> files;
        try (Stream<Path> walk = Files.walk(from)) {
            files = walk.sorted().toList();
        }
        for (final Path file : files) {
            final Path copy = to.resolve(from.relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(copy);
            } else {
                Files.copy(file, copy);
            }
        }
    }

    private static void delete(final Path root) throws IOException {
        final List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
            files = walk.sorted((one, other) -> other.compareTo(one)).toList();
        }
        for (final Path file : files) {
            Files.delete(file);
        }
    }
}
