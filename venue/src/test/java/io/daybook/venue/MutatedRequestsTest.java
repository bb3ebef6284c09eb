package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.venue.spot.SpotClient;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@link MutatedRequests} through sockets: each is answered, and none with a fault of the server's own.
 * {@code -Ddaybook.mutations} says how many. So many more go past the sockets in {@code MutatedBytesTest}.
 */
@Proves(value = "no mutated request through a socket gives a 5xx", normal = "1,000", large = "100,000")
@Tag("whole")
class MutatedRequestsTest {
    private static final int TIME_OUT_MS = 60_000;
    private static final int FAULT = 500;

    /** So many may wait on a connection. */
    private static final int BATCH = 16;

    private static final int MOST_HEADERS = 100;

    @TempDir
    private Path folder;

    @Test
    void shouldNeverFailItselfWhateverIsSent() throws Exception {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        System.out.println("seed=" + seed);
        final long wanted = Long.getLong("daybook.mutations", Boolean.getBoolean("daybook.long") ? 100_000 : 1_000);
        final SplittableRandom dice = new SplittableRandom(seed);
        long answered = 0;
        try (ServedVenue venue = ServedVenue.start(folder)) {
            final MutatedRequests requests = SpotClient.mutated(venue, dice);
            while (answered < wanted) {
                final ByteArrayOutputStream batch = new ByteArrayOutputStream();
                for (int i = 0; i < BATCH; i++) {
                    batch.writeBytes(requests.next(i == BATCH - 1));
                }
                answered += answers(venue.port(), batch.toByteArray(), seed);
            }
            assertEquals("ok", member(ok(venue.get("", "/healthz")), "status"), "seed=" + seed);
            assertTrue(ok(venue.get(venue.adminToken(), "/metrics")).contains("daybook_seq"));
        }
        if (Boolean.getBoolean("daybook.long")) {
            System.out.println("mutated requests answered: " + answered);
        }
    }

    /** How many requests of a batch were answered until the connection ended. */
    private static int answers(final int port, final byte[] batch, final long seed) throws IOException {
        int count = 0;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIME_OUT_MS);
            socket.getOutputStream().write(batch);
            socket.shutdownOutput();
            final InputStream in = new BufferedInputStream(socket.getInputStream());
            for (String status = line(in); !status.isEmpty(); status = line(in)) {
                assertTrue(status.startsWith("HTTP/1.1 "), "seed=" + seed + " " + status);
                final String body = body(in);
                final int code = Integer.parseInt(status.substring(9, 12));
                assertTrue(code < FAULT, "seed=" + seed + " " + status + " " + body);
                count++;
            }
        } catch (SocketException e) {
            return count; // closed before all was sent: what was answered counts
        }
        return count;
    }

    private static String body(final InputStream in) throws IOException {
        int length = 0;
        for (int i = 0; i < MOST_HEADERS; i++) {
            final String header = line(in).toLowerCase(Locale.ROOT);
            if (header.isEmpty()) {
                return new String(in.readNBytes(length), StandardCharsets.UTF_8);
            }
            if (header.startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).trim());
            }
        }
        throw new AssertionError("an answer without an end of its headers");
    }

    /** A line without its end; empty at the end of all. */
    private static String line(final InputStream in) throws IOException {
        final StringBuilder line = new StringBuilder();
        for (int one = in.read(); one >= 0 && one != '\n'; one = in.read()) {
            if (one != '\r') {
                line.append((char) one);
            }
        }
        return line.toString();
    }
}
