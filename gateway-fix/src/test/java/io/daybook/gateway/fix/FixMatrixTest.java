package io.daybook.gateway.fix;

import static io.daybook.gateway.fix.RawFix.fields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.gateway.session.AuditEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of the failure matrix that need no kill: docs/testing.md says where the others are. */
final class FixMatrixTest {
    @TempDir
    private Path folder;

    /** Another one may have been lost with the power, and this one with it or not. */
    @Test
    void shouldRefuseWhatIsSentAgainWhereAnswersMayBeLost() throws Exception {
        try (FixVenue venue = FixVenue.lossy(folder, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17)) {
            client.receive();
            client.send("35=D|43=Y|122=20260101-00:00:00"
                    + RawFix.order("a1", 1, "0.005", "154000").substring(4));
            final String refused = client.receive();
            assertEquals("150=8 39=8 103=99 11=a1", fields(refused, 150, 39, 103, 11));
            assertTrue(String.valueOf(RawFix.field(refused, 58)).startsWith("PERHAPS_LOST"), refused);
            client.send(RawFix.order("a2", 1, "0.005", "154000"));
            assertEquals("150=0 11=a2", fields(client.receive(), 150, 11));
        }
    }

    /** An old journal was brought back, or another past: nobody is told anything that it does not know. */
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
