package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.sessions.limit.SessionLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are silent, half open, slow or flooding are cut off, while a well-behaved client is answered. */
@Proves(
        value = "silent, slow and flooding FIX clients are cut off, beside a good one that is served",
        normal = "5 clients, 4,500 orders")
@Tag("whole")
@Timeout(300)
final class RoughClientsTest {
    private static final int LOGIN_MS = 3_000;
    private static final int REFUSALS = 20;

    /** The longest wait for a logon: on a slow machine the door may close the first connection before its logon. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    /**
     * The pause between two orders of the good client, which need not fill the five seconds until the others are cut
     * off.
     */
    private static final long PACE_NS = 5_000_000;

    /** A connection that does not read is cut off after 1 MiB, or after 3 s without progress. */
    private static final SessionLimits LIMITS = new SessionLimits(
            4_096, REFUSALS, 100, 100, 100, LOGIN_MS, 10, 128 << 10, 1 << 20, 3_000, 1 << 30, 7, 1 << 16);

    @TempDir
    private Path folder;

    @Test
    void shouldCutThemOffAndServeTheGoodOne() throws Exception {
        try (FixVenue venue = new FixVenue(
                        folder,
                        LIMITS,
                        FixVenue.trader(17, 1),
                        FixVenue.trader(18, 2),
                        FixVenue.trader(19, 3),
                        FixVenue.trader(20, 4));
                RawFix good = loggedOn(venue, 17, 1, 300, 64 << 10)) {
            final CompletableFuture<Void> all = CompletableFuture.allOf(
                    run(() -> saysNothing(venue, "")),
                    run(() -> saysNothing(venue, "8=FIX.4.4\0019=100\00135=A\001")),
                    run(() -> isSilentAfterItsLogon(venue)),
                    run(() -> readsNothing(venue)),
                    run(() -> floods(venue)));
            int orders = 0;
            while (!all.isDone() || orders < 100) {
                good.send("35=D|11=g" + orders++ + "|55=BTC-EUR|54=1|60=20260101-00:00:00|38=0.001|40=2|44=10|59=3");
                assertEquals("0", RawFix.field(good.receiveApplication(), 150));
                assertEquals("4", RawFix.field(good.receiveApplication(), 150));
                LockSupport.parkNanos(PACE_NS);
            }
            all.get(1, TimeUnit.SECONDS);
            venue.awaitEnd(19, "SLOW");
            venue.awaitEnd(20, "ABUSE");
        }
    }

    /** The steps of a client, which may fail because the venue closes the connection. */
    private interface Client {
        void run() throws IOException;
    }

    private static CompletableFuture<Void> run(final Client client) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        client.run();
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> new Thread(task).start());
    }

    /** Logs on with a given receive buffer; tries again if the venue cuts the connection off before its Logon. */
    private static RawFix loggedOn(
            final FixVenue venue, final int session, final int number, final int heartbeatS, final int receiveBuffer)
            throws IOException {
        final long beganNs = System.nanoTime();
        while (true) {
            final Socket socket = new Socket();
            socket.setReceiveBufferSize(receiveBuffer);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), venue.port()));
            final RawFix client = new RawFix(socket, "S" + session, "DAYBOOK");
            client.next(number);
            if (logsOn(client, "|108=" + heartbeatS + "|553=" + session + "|554=" + FixVenue.SECRET.text())) {
                return client;
            }
            client.close();
            assertTrue(System.nanoTime() - beganNs < PATIENCE_NS, () -> "session " + session + " is not let in");
        }
    }

    private static boolean logsOn(final RawFix client, final String fields) throws IOException {
        try {
            client.send("35=A|98=0" + fields);
            return "A".equals(RawFix.field(client.receive(), 35));
        } catch (SocketException e) {
            return false; // the connection was cut off
        }
    }

    private static void saysNothing(final FixVenue venue, final String part) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), venue.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(part.getBytes(StandardCharsets.ISO_8859_1));
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    /**
     * The venue asks after three seconds of silence and cuts off after five. A venue that was not scheduled in between
     * would not have asked; then the test repeats with eight times as much time.
     */
    private static void isSilentAfterItsLogon(final FixVenue venue) throws IOException {
        if (!isAskedBeforeItsEnd(venue, 1, 2)) {
            venue.awaitEnds(18, 1);
            assertTrue(isAskedBeforeItsEnd(venue, 2, 16), "it was cut off without a question");
        }
    }

    private static boolean isAskedBeforeItsEnd(final FixVenue venue, final int number, final int heartbeatS)
            throws IOException {
        try (RawFix client = loggedOn(venue, 18, number, heartbeatS, 64 << 10)) {
            String message = client.receive();
            boolean isAsked = false;
            while (message != null) {
                isAsked |= "1".equals(RawFix.field(message, 35));
                message = client.receive();
            }
            return isAsked;
        }
    }

    /** Requests heartbeats of 1 KB, and reads none. */
    private static void readsNothing(final FixVenue venue) throws IOException {
        try (RawFix client = loggedOn(venue, 19, 1, 30, 4 << 10)) {
            final String padding = "x".repeat(1_000);
            while (true) {
                client.send("35=1|112=" + padding);
            }
        } catch (IOException e) {
            return; // the venue has ended it
        }
    }

    /** Sends requests that are refused, more in a second than permitted. */
    private static void floods(final FixVenue venue) throws IOException {
        try (RawFix client = loggedOn(venue, 20, 1, 30, 64 << 10)) {
            for (int i = 0; i < 50 * REFUSALS; i++) {
                client.send("35=D|11=f" + i + "|55=NOWHERE|54=1|60=20260101-00:00:00|38=0.001|40=2|44=10|59=3");
            }
            String message = client.receive();
            while (message != null) {
                message = client.receive();
            }
        } catch (IOException e) {
            return; // the venue has ended it
        }
    }
}
