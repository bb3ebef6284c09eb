package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.sessions.limit.SessionLimits;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are silent, half open, slow or flooding, each cut off, and a good one beside them that is answered. */
@Proves(
        value = "silent, slow and flooding FIX clients are cut off, beside a good one that is served",
        normal = "5 clients, 4,500 orders")
@Tag("whole")
@Timeout(300)
final class RoughClientsTest {
    private static final int LOGIN_MS = 3_000;
    private static final int REFUSALS = 20;

    /** Between two orders of the good one, which need not fill the five seconds that it takes to be cut off. */
    private static final long PACE_NS = 5_000_000;

    /** A connection that does not read is cut off behind 1 MiB, or after 3 s without progress. */
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
                RawFix good = venue.logon(17)) {
            assertEquals("A", RawFix.field(good.receive(), 35));
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

    /** What may meet a connection that the venue has closed. */
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

    private static void saysNothing(final FixVenue venue, final String part) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), venue.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(part.getBytes(StandardCharsets.ISO_8859_1));
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    /** Asked after three seconds, cut off after five: a venue that got no time in between would not have asked. */
    private static void isSilentAfterItsLogon(final FixVenue venue) throws IOException {
        try (RawFix client = new RawFix(venue.port(), "S18", "DAYBOOK")) {
            client.send("35=A|98=0|108=2|553=18|554=" + FixVenue.SECRET.text());
            assertEquals("A", RawFix.field(client.receive(), 35));
            String message = client.receive();
            boolean isAsked = false;
            while (message != null) {
                isAsked |= "1".equals(RawFix.field(message, 35));
                message = client.receive();
            }
            assertTrue(isAsked, "it was cut off without a question");
        }
    }

    /** Asks for heartbeats of 1 KB, and takes none. */
    private static void readsNothing(final FixVenue venue) throws IOException {
        final Socket narrow = new Socket();
        narrow.setReceiveBufferSize(4 << 10);
        narrow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), venue.port()));
        try (RawFix client = new RawFix(narrow, "S19", "DAYBOOK")) {
            client.send("35=A|98=0|108=30|553=19|554=" + FixVenue.SECRET.text());
            final String padding = "x".repeat(1_000);
            while (true) {
                client.send("35=1|112=" + padding);
            }
        } catch (IOException e) {
            return; // the venue has ended it
        }
    }

    /** Sends what is refused, more often in a second than may be. */
    private static void floods(final FixVenue venue) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), venue.port());
                RawFix client = new RawFix(socket, "S20", "DAYBOOK")) {
            client.send("35=A|98=0|108=30|553=20|554=" + FixVenue.SECRET.text());
            assertEquals("A", RawFix.field(client.receive(), 35));
            for (int i = 0; i < 50 * REFUSALS; i++) {
                client.send("35=D|11=f" + i + "|55=NOWHERE|54=1|60=20260101-00:00:00|38=0.001|40=2|44=10|59=3");
            }
            final InputStream in = socket.getInputStream();
            final byte[] bytes = new byte[1 << 16];
            while (in.read(bytes) >= 0) {
                // to its end
            }
        } catch (IOException e) {
            return; // the venue has ended it
        }
    }
}
