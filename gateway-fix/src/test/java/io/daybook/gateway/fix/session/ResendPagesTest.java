package io.daybook.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
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
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A ResendRequest for any number of reports is answered at the rate at which its client reads. */
@Proves(
        value = "a ResendRequest for everything holds neither memory nor others up",
        normal = "3,000 reports",
        large = "100,000")
@Timeout(600)
@Tag("whole")
final class ResendPagesTest {
    private static final int BATCH = 50;
    private static final int REPORTS = Boolean.getBoolean("daybook.long") ? 100_000 : 3_000;

    /** An order that finds no counterparty, and causes two reports. */
    private static final String OF_ORDER = "|55=BTC-EUR|54=1|60=20260101-00:00:00|38=0.001|40=2|44=10|59=3";

    /** How many requests need more bytes than the sockets of both ends buffer if the client does not read. */
    private static final int MOST_REQUESTS = 20;

    /** A connection counts as full if it has no room for so many bytes. */
    private static final int CHUNK_BYTES = 64 << 10;

    private static final long PATIENCE_NS = 60_000_000_000L;

    /** The most bytes of a page. */
    private static final int PAGE_BYTES = Resender.PAGE * 512;

    /** A connection is cut off above 512 KiB of unsent bytes, and is full at 128 KiB. */
    private static final SessionLimits LIMITS =
            new SessionLimits(4_096, 100, 100, 100, 100, 60_000, 10, 128 << 10, 512 << 10, 60_000, 1 << 30, 7, 1 << 16);

    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    private int turns;

    @Test
    void shouldSendPageByPageAsTheClientReads() throws Exception {
        try (FixVenue venue = new FixVenue(folder, LIMITS, FixVenue.trader(17, 1), FixVenue.trader(18, 2));
                RawFix good = venue.logon(18)) {
            good.receive();
            final int next;
            try (RawFix client = venue.logon(17)) {
                client.receive();
                place(client);
                next = client.next();
                client.send("35=5");
                assertEquals("5", RawFix.field(client.receiveApplication(), 35));
            }
            final Socket narrow = new Socket();
            narrow.setReceiveBufferSize(64 << 10);
            narrow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), venue.port()));
            try (RawFix slow = new RawFix(narrow, "S17", "DAYBOOK")) {
                slow.next(next + 1);
                slow.send("35=A|98=0|108=300|553=17|554=" + FixVenue.SECRET.text());
                assertEquals("A", RawFix.field(slow.receive(), 35));
                int requests = 0;
                FixSession session;
                do {
                    assertTrue(requests++ < MOST_REQUESTS, "the sockets took it all");
                    slow.send("35=2|7=1|16=0");
                    slow.send("35=B|148=x|33=1|58=x");
                    session = venue.news.take();
                    awaitSent(session, good);
                } while (!FixLayer.storeOf(session).resend().isDue());
                final long unsent = session.unsentBytes();
                assertTrue(unsent <= LIMITS.unsentBytes() + PAGE_BYTES, () -> "unsent: " + unsent);
                slow.send("35=D|11=live" + OF_ORDER);
                assertAllSent(slow, requests);
            }
        }
    }

    /**
     * The client has to fill a gap of the venue as well, and does so after its own gap, because it handles all in turn.
     */
    @Test
    void shouldSendAllPagesWhereTheRequestIsBehindAGap() throws Exception {
        try (FixVenue venue = new FixVenue(folder, LIMITS, FixVenue.trader(17, 1));
                RawFix client = venue.logon(17)) {
            client.receive();
            place(client);
            client.next(client.next() + 1);
            client.send("35=2|7=1|16=0");
            int number = 1;
            for (int report = 0; report < REPORTS; ) {
                final String message = client.receiveApplication();
                assertEquals("34=" + number, RawFix.fields(message, 34), message);
                if ("4".equals(RawFix.field(message, 35))) {
                    number = gapFilled(message);
                } else {
                    assertReport(message, report++);
                    number++;
                }
            }
        }
    }

    private static void place(final RawFix client) throws IOException {
        for (int i = 0; i < REPORTS; i += 2 * BATCH) {
            for (int j = 0; j < 2 * BATCH; j += 2) {
                client.send("35=D|11=a" + (i + j) / 2 + OF_ORDER);
            }
            for (int j = 0; j < 2 * BATCH; j++) {
                assertReport(client.receiveApplication(), i + j);
            }
        }
    }

    private static void assertReport(final @Nullable String message, final int report) {
        assertEquals("a" + report / 2, RawFix.field(message, 11), message);
        assertEquals(report % 2 == 0 ? "0" : "4", RawFix.field(message, 150), message);
    }

    /** Waits until all messages are sent, or the connection is full. */
    @SuppressWarnings("ThreadPriorityCheck") // other threads send what is waited for
    private void awaitSent(final FixSession session, final RawFix good) throws IOException {
        final ResendRange due = FixLayer.storeOf(session).resend();
        do {
            final long beganNs = System.nanoTime();
            while (due.isDue() && session.unsentBytes() <= LIMITS.unsentBytes() - CHUNK_BYTES) {
                assertTrue(System.nanoTime() - beganNs < PATIENCE_NS, "a page was not sent");
                LockSupport.parkNanos(LOOK_NS);
            }
            turn(good); // a page that was just taken is not due any more; this lets it be sent
        } while (due.isDue() && session.unsentBytes() <= LIMITS.unsentBytes() - CHUNK_BYTES);
    }

    private void turn(final RawFix good) throws IOException {
        good.send("35=D|11=g" + turns++ + OF_ORDER);
        assertEquals("0", RawFix.field(good.receiveApplication(), 150));
        assertEquals("4", RawFix.field(good.receiveApplication(), 150));
    }

    /**
     * Asserts that each request gets each number once and in order, as a report or a gap fill, and live reports come
     * too.
     */
    private static void assertAllSent(final RawFix client, final int requests) throws IOException {
        boolean isLive = false;
        int answered = 0;
        int report = 0;
        int number = 1;
        while (answered < requests || !isLive) {
            final String message = client.receiveApplication();
            assertNotNull(message, "closed after " + report);
            if ("live".equals(RawFix.field(message, 11))) {
                isLive = true;
                continue;
            }
            assertEquals(RawFix.fields(message, 34, 43), "34=" + number + " 43=Y", message);
            assertNotNull(RawFix.field(message, 122), message);
            if ("4".equals(RawFix.field(message, 35))) {
                number = gapFilled(message);
            } else {
                assertReport(message, report++);
                number++;
            }
            if (report == REPORTS && "4".equals(RawFix.field(message, 35))) { // of the Logout and the Logon
                answered++;
                report = 0;
                number = 1;
            }
        }
    }

    private static int gapFilled(final @Nullable String message) {
        assertEquals("Y", RawFix.field(message, 123), message);
        final String next = RawFix.field(message, 36);
        assertNotNull(next);
        return Integer.parseInt(next);
    }
}
