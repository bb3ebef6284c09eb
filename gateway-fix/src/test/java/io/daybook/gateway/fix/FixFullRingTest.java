package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.sessions.audit.AuditEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is held up fills the ring, which has 1,024 slots: the number of a request without room stays the next
 * expected, its connection ends, and each request that is sent again afterwards is carried out once.
 */
@Proves("a full ring or disk costs no FIX request and doubles none")
@Timeout(300)
@Tag("whole")
final class FixFullRingTest {
    private static final int ORDERS = 1_150;
    private static final int BATCH = 50;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);
    private static final String OF_ORDER = "|55=BTC-EUR|54=1|60=20260101-00:00:00|38=0.001|40=2|44=10|59=1";
    private static final String AGAIN = "|43=Y|122=20260101-00:00:00";
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    private final GatedDisk disk = new GatedDisk();

    @Test
    void shouldCarryOutOnceWhatFoundNoRoom() throws Exception {
        try (FixVenue venue = new FixVenue(folder, disk, FixVenue.trader(17, 1))) {
            final int next;
            try (RawFix client = venue.logon(17)) {
                assertEquals("A", RawFix.field(client.receive(), 35));
                disk.gate().lock();
                try {
                    sendUntilCut(client);
                    next = client.next();
                    awaitEnded(venue);
                } finally {
                    disk.gate().unlock();
                }
            }
            try (RawFix client = venue.logon(17, next, "")) {
                final Set<String> placed = new HashSet<>();
                final int from = readUntilAsked(client, placed);
                assertTrue(from > 2 && from < next, "from " + from + " of " + next);
                for (int number = from; number < next; number++) {
                    client.sendAs(number, "35=D" + AGAIN + "|11=a" + number + OF_ORDER);
                }
                while (placed.size() < next - 2) {
                    final String report = client.receiveApplication();
                    assertNotNull(report, "closed with " + placed.size());
                    if ("8".equals(RawFix.field(report, 35))) {
                        assertEquals("0", RawFix.field(report, 150), report);
                        assertTrue(placed.add(RawFix.field(report, 11)), () -> "twice: " + report);
                    }
                }
                client.next(next + 1);
                client.send("35=AF|584=all|585=7");
                String report = client.receiveApplication();
                while (RawFix.field(report, 911) == null) {
                    report = client.receiveApplication();
                }
                assertEquals(Integer.toString(next - 2), RawFix.field(report, 911), "each once");
            }
        }
    }

    @Test
    void shouldAskForAMassCancelThatWasCutInItsMiddle() throws Exception {
        final int number;
        try (FixVenue venue = new FixVenue(folder, disk, FixVenue.trader(17, 1))) {
            try (RawFix client = venue.logon(17)) {
                assertEquals("A", RawFix.field(client.receive(), 35));
                place(client);
                number = client.next();
                disk.gate().lock();
                try {
                    client.send("35=q|11=all|530=7|60=20260101-00:00:00");
                    awaitEnded(venue);
                } finally {
                    disk.gate().unlock();
                }
            }
        }
        Files.delete(folder.resolve("gateway/17/numbers")); // as after a kill: only the journal has the position
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17, number + 1, "")) {
            assertEquals(number, readUntilAsked(client, new HashSet<>()), "its last cancel is not in the journal");
            client.sendAs(number, "35=q" + AGAIN + "|11=all|530=7|60=20260101-00:00:00");
            String report = client.receiveApplication();
            while (!"r".equals(RawFix.field(report, 35))) {
                assertNotNull(report, "closed");
                report = client.receiveApplication();
            }
            assertEquals("7", RawFix.field(report, 531), report);
            client.next(number + 2);
            client.send("35=AF|584=left|585=7");
            assertEquals("0", RawFix.field(client.receiveApplication(), 911), "no order is left");
        }
    }

    private static void place(final RawFix client) throws IOException {
        for (int i = 0; i < ORDERS; i += BATCH) {
            for (int j = 0; j < BATCH; j++) {
                client.send("35=D|11=p" + (i + j) + OF_ORDER);
            }
            for (int j = 0; j < BATCH; j++) {
                assertEquals("0", RawFix.field(client.receiveApplication(), 150));
            }
        }
    }

    /** Sends orders with their numbers as ClOrdIDs, until the venue ends the connection. */
    private static void sendUntilCut(final RawFix client) throws IOException {
        try {
            for (int i = 0; i < ORDERS; i++) {
                client.send("35=D|11=a" + client.next() + OF_ORDER);
            }
            String message = client.receive();
            while (message != null) {
                message = client.receive();
            }
        } catch (IOException e) {
            return; // a connection that ends before all input was read is reset, so the last bytes may not have arrived
        }
    }

    /** Reads reports up to a ResendRequest, and returns the first number that it requests. */
    private static int readUntilAsked(final RawFix client, final Set<String> placed) throws IOException {
        while (true) {
            final String message = client.receiveApplication();
            assertNotNull(message, "closed without a ResendRequest");
            if ("8".equals(RawFix.field(message, 35)) && "0".equals(RawFix.field(message, 150))) {
                assertTrue(placed.add(RawFix.field(message, 11)), () -> "twice: " + message);
            }
            if ("2".equals(RawFix.field(message, 35))) {
                return Integer.parseInt(Objects.requireNonNull(RawFix.field(message, 7)));
            }
        }
    }

    private static void awaitEnded(final FixVenue venue) {
        final long beganNs = System.nanoTime();
        while (venue.audited.stream().noneMatch(FixFullRingTest::isBusy)) {
            assertTrue(System.nanoTime() - beganNs < PATIENCE_NS, () -> "not ended: " + venue.audited);
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private static boolean isBusy(final AuditEvent event) {
        return event instanceof AuditEvent.Ended ended && ended.reason().equals("BUSY");
    }
}
