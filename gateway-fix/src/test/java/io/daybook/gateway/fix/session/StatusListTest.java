package io.daybook.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.gateway.fix.FixVenue;
import io.daybook.gateway.fix.RawFix;
import io.daybook.host.Proves;
import io.daybook.sessions.limit.SessionLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests an AF of a session with more orders than numbers are reserved at once, and than may be queued for it. */
@Proves(
        value = "silent, slow and flooding FIX clients are cut off, beside a good one that is served",
        normal = "5 clients, 4,500 orders")
@Timeout(300)
@Tag("whole")
final class StatusListTest {
    private static final int BATCH = 50;
    private static final int ORDERS = 4_500;
    private static final int TURNS = 100;
    private static final String OF_ORDER = "|55=BTC-EUR|54=1|60=20260101-00:00:00|38=0.001|40=2|44=10|59=1";

    /** How many lists need more bytes than the sockets of both ends buffer if the client does not read. */
    private static final int MOST_LISTS = 20;

    /** A message that the test's own handler reports once all earlier messages are processed. */
    private static final String NEWS = "35=B|148=x|33=1|58=x";

    /** A connection is cut off above 256 KiB of unsent bytes; reports are queued up to 128 KiB. */
    private static final SessionLimits LIMITS =
            new SessionLimits(4_096, 100, 100, 100, 100, 60_000, 10, 128 << 10, 256 << 10, 60_000, 1 << 30, 7, 1 << 16);

    @TempDir
    private Path folder;

    private int turns;

    @Test
    void shouldTellOfAllOpenOrdersAsTheirClientReads() throws Exception {
        try (FixVenue venue = new FixVenue(folder, LIMITS, FixVenue.trader(17, 1), FixVenue.trader(18, 2));
                RawFix good = venue.logon(18)) {
            good.receive();
            try (RawFix client = venue.logon(17)) {
                client.receive();
                place(client);
                client.send("35=AF|584=m1|585=7");
                assertAllTold(client, "m1");
                client.send("35=5");
                assertEquals("5", RawFix.field(client.receiveApplication(), 35));
                assertNull(client.receive());
            }
            final Socket narrow = new Socket();
            narrow.setReceiveBufferSize(4 << 10);
            narrow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), venue.port()));
            try (RawFix slow = new RawFix(narrow, "S17", "DAYBOOK")) {
                slow.send("35=A|98=0|108=300|141=Y|553=17|554=" + FixVenue.SECRET.text());
                assertEquals("A", RawFix.field(slow.receive(), 35));
                int lists = 0;
                FixSession session;
                do {
                    assertTrue(lists < MOST_LISTS, "the sockets took all lists");
                    slow.send("35=AF|584=l" + lists++ + "|585=7");
                    slow.send(NEWS);
                    session = venue.news.take();
                    takeTurns(good, session);
                } while (session.statusList == null);
                slow.send("35=AF|584=busy|585=7");
                slow.send(NEWS);
                assertSame(session, venue.news.take());
                final long unsent = session.unsentBytes();
                assertTrue(unsent <= LIMITS.unsentBytes(), () -> "unsent: " + unsent);
                assertListsAndReject(slow, lists);
            }
        }
    }

    private static void place(final RawFix client) throws IOException {
        for (int i = 0; i < ORDERS; i += BATCH) {
            for (int j = 0; j < BATCH; j++) {
                client.send("35=D|11=a" + (i + j) + OF_ORDER);
            }
            for (int j = 0; j < BATCH; j++) {
                assertEquals("0", RawFix.field(client.receiveApplication(), 150));
            }
        }
    }

    private static void assertAllTold(final RawFix client, final String request) throws IOException {
        for (int i = 0; i < ORDERS; i++) {
            assertReport(client.receiveApplication(), request, i);
        }
    }

    private static void assertReport(final @Nullable String message, final String request, final int order) {
        assertNotNull(message, "closed after " + order);
        assertEquals("a" + order, RawFix.field(message, 11), message);
        assertEquals(request, RawFix.field(message, 584));
        assertEquals("I", RawFix.field(message, 150));
        assertEquals(Integer.toString(ORDERS), RawFix.field(message, 911));
        assertEquals(order == ORDERS - 1 ? "Y" : "N", RawFix.field(message, 912));
    }

    /** Waits until a list is sent, or for as many turns of the sending thread as a list needs. */
    private void takeTurns(final RawFix good, final FixSession session) throws IOException {
        for (int i = 0; i < TURNS && session.statusList != null; i++) {
            good.send("35=D|11=g" + turns++ + OF_ORDER);
            assertEquals("0", RawFix.field(good.receiveApplication(), 150));
        }
    }

    /** Asserts that an AF is refused while the list of an earlier one waits for its client to read. */
    private static void assertListsAndReject(final RawFix client, final int lists) throws IOException {
        boolean isRejected = false;
        for (int list = 0; list < lists; list++) {
            for (int i = 0; i < ORDERS; ) {
                final String message = client.receiveApplication();
                if (message != null && message.contains("|35=j|")) {
                    assertEquals("4", RawFix.field(message, 380), message);
                    isRejected = true;
                } else {
                    assertReport(message, "l" + list, i++);
                }
            }
        }
        assertTrue(isRejected, "two lists were accepted at a time");
    }
}
