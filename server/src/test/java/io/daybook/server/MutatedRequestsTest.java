package io.daybook.server;

import static io.daybook.server.Venue.member;
import static io.daybook.server.Venue.ok;
import static io.daybook.server.Venue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests of both APIs with bytes changed, taken out, put in and repeated: each is answered, and none with a fault of
 * the server's own. {@code -Ddaybook.mutations} says how many.
 */
class MutatedRequestsTest {
    private static final int TIME_OUT_MS = 60_000;
    private static final int FAULT = 500;

    /** So many may wait on a connection. */
    private static final int BATCH = 16;

    private static final int MOST_REPEATED = 20;
    private static final int MOST_HEADERS = 100;
    private static final List<String> TARGETS = List.of(
            "/v1/book/BTC-EUR?depth=5",
            "/v1/trades/BTC-EUR?limit=5&before=7",
            "/v1/candles/BTC-EUR?interval=1m&from=1&to=1795334467495112&limit=5",
            "/v1/orders?state=open&symbol=BTC-EUR&limit=5",
            "/v1/fills?limit=5",
            "/v1/orders/by-client/h-1",
            "/v1/account?minSeq=1",
            "/api/v3/klines?symbol=BTCEUR&interval=1m&startTime=1&limit=5",
            "/api/v3/depth?symbol=BTCEUR&limit=5",
            "/api/v3/aggTrades?symbol=BTCEUR&fromId=1&limit=5",
            "/api/v3/exchangeInfo?symbols=[%22BTCEUR%22]",
            "/api/v3/openOrders?symbol=BTCEUR&timestamp=1&signature=00");

    @TempDir
    private Path folder;

    @Test
    void shouldNeverFailItselfWhateverIsSent() throws Exception {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        System.out.println("seed=" + seed);
        final long wanted = Long.getLong(
                "daybook.mutations",
                Boolean.getBoolean("daybook.long") ? 1_000_000 : Boolean.getBoolean("daybook.quick") ? 500 : 5_000);
        final SplittableRandom dice = new SplittableRandom(seed);
        long answered = 0;
        try (Venue venue = Venue.start(folder)) {
            final String anna = venue.trader(301, "2", "100000");
            while (answered < wanted) {
                final ByteArrayOutputStream batch = new ByteArrayOutputStream();
                for (int i = 0; i < BATCH; i++) {
                    batch.writeBytes(request(anna, dice, i == BATCH - 1));
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

    /** A request that leaves the connection as it is; the last of a batch may be no HTTP at all. */
    private static byte[] request(final String token, final SplittableRandom dice, final boolean isLast) {
        final String headers = " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                + "\r\nContent-Type: application/json\r\nConnection: " + (isLast ? "close" : "keep-alive")
                + "\r\nContent-Length: ";
        final String line;
        byte[] body = new byte[0];
        if (dice.nextBoolean()) {
            line = dice.nextInt(8) == 0 ? "PATCH /v1/orders/1" : "POST /v1/orders?minSeq=1";
            final String good = order("buy", "100.00", "0.1", "h-" + dice.nextInt(100));
            body = mutated(good.getBytes(StandardCharsets.UTF_8), dice);
        } else {
            line = "GET /" + target(TARGETS.get(dice.nextInt(TARGETS.size())).substring(1), dice);
        }
        final byte[] head = (line + headers + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        final byte[] whole = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        return isLast && dice.nextInt(4) == 0 ? mutated(whole, dice) : whole;
    }

    /** What would end the line is left out, so that the line is read as one. */
    private static String target(final String target, final SplittableRandom dice) {
        final byte[] changed = mutated(target.getBytes(StandardCharsets.US_ASCII), dice);
        final StringBuilder printable = new StringBuilder();
        for (final byte one : changed) {
            printable.append(one > ' ' && one < 0x7f ? (char) one : '%');
        }
        return printable.toString();
    }

    private static byte[] mutated(final byte[] bytes, final SplittableRandom dice) {
        byte[] changed = bytes;
        final int changes = 1 + dice.nextInt(4);
        for (int i = 0; i < changes && changed.length > 0; i++) {
            final int at = dice.nextInt(changed.length);
            final byte[] before = Arrays.copyOf(changed, at);
            changed = switch (dice.nextInt(4)) {
                case 0 -> joined(before, new byte[] {(byte) dice.nextInt(256)}, rest(changed, at + 1));
                case 1 -> joined(before, new byte[0], rest(changed, at + 1));
                case 2 -> joined(before, new byte[] {(byte) dice.nextInt(256)}, rest(changed, at));
                default -> {
                    final int to = Math.min(changed.length, at + dice.nextInt(MOST_REPEATED));
                    yield joined(before, Arrays.copyOfRange(changed, at, to), rest(changed, at));
                }
            };
        }
        return changed;
    }

    private static byte[] rest(final byte[] bytes, final int from) {
        return Arrays.copyOfRange(bytes, from, bytes.length);
    }

    private static byte[] joined(final byte[] first, final byte[] second, final byte[] third) {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first);
        all.writeBytes(second);
        all.writeBytes(third);
        return all.toByteArray();
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
