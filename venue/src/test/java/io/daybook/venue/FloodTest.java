package io.daybook.venue;

import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.Proves;
import io.daybook.venue.spot.SpotClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs peers that flood next to a good one, which must be answered nearly as fast as without them: over five rounds the
 * median of its p99 is less than twice as large. The flood has idle sockets, headers and bodies that come byte by byte,
 * messages of streams in endless fragments, wrong UTF-8, and damaged requests.
 */
@Proves(value = "a good client is served during a flood", large = "only here")
@Tag("whole")
class FloodTest {
    private static final int ROUNDS = 5;
    private static final int ASKED = 2_000;
    private static final int WARM = 5_000;
    private static final int IDLE = 50;
    private static final int SLOW = 50;
    private static final int FRAGMENTS = 20;
    private static final int BURST = 16;
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final byte[] WRONG = {(byte) 0x81, (byte) 0x83, 0, 0, 0, 0, '"', (byte) 0xC3, '"'};
    private static final byte[] FRAGMENT = {0x00, (byte) 0x81, 0, 0, 0, 0, ' '};
    private static final byte[] FIRST_FRAGMENT = {0x01, (byte) 0x81, 0, 0, 0, 0, ' '};

    @TempDir
    private Path folder;

    private final SplittableRandom dice = new SplittableRandom(20_261_126);
    private ServedVenue venue;
    private String anna;

    @Test
    void shouldAnswerAGoodPeerNearlyAsSoonBesideOnesThatFlood() throws Exception {
        assumeTrue(Boolean.getBoolean("daybook.long"), "long: run with -Plong");
        venue = ServedVenue.start(folder, "limits.requestsPerSecond=1000", "limits.ordersPerSecond=100000");
        try {
            final MutatedRequests spoiled = SpotClient.mutated(venue, dice);
            anna = venue.trader(302, "2", "1000000");
            p99(WARM);
            final long[] alone = new long[ROUNDS];
            final long[] beside = new long[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                alone[i] = p99(ASKED);
                try (Flood flood = new Flood(spoiled)) {
                    beside[i] = p99(ASKED);
                }
            }
            System.out.println("p99 in ns alone " + Arrays.toString(alone) + ", beside " + Arrays.toString(beside));
            assertTrue(
                    median(beside) < 2 * median(alone),
                    "median of p99 in ns: " + median(alone) + " alone, " + median(beside) + " beside a flood");
        } finally {
            venue.close();
        }
    }

    private static long median(final long[] values) {
        final long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Returns the p99 of a peer that sends one request after the other, every tenth an order. */
    private long p99(final int count) throws Exception {
        final long[] took = new long[count];
        for (int i = 0; i < count; i++) {
            final long beganNs = System.nanoTime();
            if (i % 10 == 0) {
                ok(venue.send(
                        anna, "POST", "/v1/orders", order("buy", "1.00", "0.00001", "f-" + dice.nextLong(1L << 60))));
            } else {
                ok(venue.send(anna, "GET", "/v1/session", ""));
            }
            took[i] = System.nanoTime() - beganNs;
            if (i % 1_000 == 999) {
                ok(venue.send(anna, "DELETE", "/v1/orders", ""));
            }
        }
        Arrays.sort(took);
        return took[count * 99 / 100];
    }

    /** All other peers, on a thread of their own, until it is closed. Each step does a little of each. */
    private final class Flood implements AutoCloseable {
        private final List<Socket> idle = new ArrayList<>();
        private final List<Socket> slow = new ArrayList<>();
        private final List<Socket> streams = new ArrayList<>();
        private final MutatedRequests spoiled;
        private final Thread thread = new Thread(this::flood, "flood");
        private volatile boolean isClosed;
        private int steps;

        private Flood(final MutatedRequests spoiled) throws Exception {
            this.spoiled = spoiled;
            for (int i = 0; i < IDLE; i++) {
                idle.add(connect());
            }
            for (int i = 0; i < SLOW; i++) {
                slow.add(slow(i));
            }
            for (int i = 0; i < FRAGMENTS; i++) {
                streams.add(stream());
            }
            thread.start();
        }

        private Socket connect() throws IOException {
            return new Socket(InetAddress.getLoopbackAddress(), venue.port());
        }

        private Socket slow(final int place) throws IOException {
            final Socket socket = connect();
            write(
                    socket,
                    place % 2 == 0
                            ? "GET /v1/time HTTP/1.1\r\nHost: localhost\r\nX: "
                            : "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{");
            return socket;
        }

        private Socket stream() throws IOException {
            final Socket socket = connect();
            write(
                    socket,
                    "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
            socket.getOutputStream().write(FIRST_FRAGMENT);
            return socket;
        }

        private static void write(final Socket socket, final String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        }

        private void flood() {
            try {
                while (!isClosed) {
                    step(steps++);
                    LockSupport.parkNanos(STEP_NS);
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        private void step(final int number) throws Exception {
            final int place = number % SLOW;
            try {
                write(slow.get(place), "x");
            } catch (IOException e) {
                slow.set(place, slow(place)); // closed by the server, which is correct
            }
            final int stream = number % FRAGMENTS;
            try {
                streams.get(stream).getOutputStream().write(number % 100 == 99 ? WRONG : FRAGMENT);
            } catch (IOException e) {
                streams.set(stream, stream());
            }
            if (number % 5 == 0) {
                burst();
            }
        }

        private void burst() throws IOException {
            final ByteArrayOutputStream requests = new ByteArrayOutputStream();
            for (int i = 0; i < BURST; i++) {
                requests.writeBytes(spoiled.next(i == BURST - 1));
            }
            try (Socket socket = connect()) {
                socket.setSoTimeout(1_000);
                socket.getOutputStream().write(requests.toByteArray());
                socket.shutdownOutput();
                final byte[] answers = new byte[1 << 16];
                while (socket.getInputStream().read(answers) >= 0) {
                    // the answers do not matter here
                }
            } catch (IOException e) {
                return; // closed before all was read, or half a request waits
            }
        }

        @Override
        public void close() throws Exception {
            isClosed = true;
            thread.join();
            System.out.println("steps of the flood: " + steps);
            for (final List<Socket> sockets : List.of(idle, slow, streams)) {
                for (final Socket socket : sockets) {
                    socket.close();
                }
            }
        }
    }
}
