package io.daybook.server;

import static io.daybook.server.Venue.member;
import static io.daybook.server.Venue.ok;
import static io.daybook.server.Venue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What strangers send: each is answered with what is wrong, and nobody else notices. */
class HostileRequestsTest {
    private static final int TIME_OUT_MS = 20_000;

    @TempDir
    private static Path folder;

    private static Venue venue;
    private static String anna;

    @BeforeAll
    static void start() throws Exception {
        venue = Venue.start(folder);
        anna = venue.trader(301, "2", "100000");
    }

    @AfterAll
    static void stop() {
        venue.close();
    }

    private static String good() {
        return order("buy", "100.00", "0.1", "h-1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no json",
                "[]",
                "{\"symbol\":\"BTC-EUR\"",
                "{\"symbol\":\"BTC-EUR\",\"symbol\":\"BTC-EUR\"}",
                "{\"symbol\":1}",
                "{\"symbol\":null}",
                "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"limit\",\"price\":\"1\""
                        + ",\"size\":\"1\",\"prize\":\"1\"}",
                "{\"symbol\":\"BTC-EUR\",\"side\":\"bid\",\"type\":\"limit\",\"price\":\"1\",\"size\":\"1\"}",
                "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"limit\",\"price\":1.5,\"size\":\"1\"}",
                "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"limit\",\"price\":\"1\"}",
                "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"market\",\"price\":\"1\",\"size\":\"1\"}",
                "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"market\",\"size\":\"1\",\"money\":\"1\"}",
                "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}}}",
                "{\"symbol\":99999999999999999999999999}",
                "{}{}"
            })
    void shouldSayWhatIsWrongWithTheForm(final String body) throws Exception {
        final HttpResponse<String> answer = venue.send(anna, "POST", "/v1/orders", body);
        assertEquals(400, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("\"pointer\":\""), answer.body());
    }

    @ParameterizedTest
    @CsvSource({
        "1e3,BAD_FORM",
        "+1,BAD_FORM",
        "' 1',BAD_FORM",
        "1.,BAD_FORM",
        "-1,BAD_FORM",
        ".5,BAD_FORM",
        "1111111111111111111111111111111111111111,BAD_FORM",
        "0,BAD_DECIMAL",
        "0.00,BAD_DECIMAL",
        "100.001,BAD_DECIMAL",
        "999999999999999999,BAD_DECIMAL",
        "１,BAD_FORM"
    })
    void shouldTakeDecimalsExactlyOrNotAtAll(final String price, final String code) throws Exception {
        final HttpResponse<String> answer = venue.send(anna, "POST", "/v1/orders", order("buy", price, "0.1", "d"));
        assertEquals(400, answer.statusCode(), answer.body());
        assertEquals(code, member(answer.body(), "code"));
        assertEquals("/price", member(answer.body(), "pointer"));
    }

    @Test
    void shouldRefuseAPriceThatTheSymbolDoesNotTake() throws Exception {
        final HttpResponse<String> answer =
                venue.send(anna, "POST", "/v1/orders", order("buy", "90000000000.00", "0.1", "far"));
        assertEquals(422, answer.statusCode(), answer.body());
        assertEquals("INVALID_PRICE", member(answer.body(), "code"));
    }

    @ParameterizedTest
    @CsvSource({
        "GET /v1/../v1/time,404",
        "GET /v1/%2e%2e/time,404",
        "GET //v1/time,404",
        "GET /v1/time/,404",
        "GET /v1/nothing,404",
        "GET /v1/book/NO-SUCH,404",
        "PUT /v1/orders,405",
        "BREW /v1/time,405",
        "GET /v1/time?x=1,400",
        "GET /v1/time?token=dbk_x,400",
        "GET /v1/time?minSeq,400",
        "GET /v1/book/BTC-EUR?depth=0,400",
        "GET /v1/book/BTC-EUR?depth=5001,400",
        "GET /v1/book/BTC-EUR?depth=99999999999999999999,400",
        "GET /v1/candles/BTC-EUR?interval=2m,400",
        "GET /v1/trades/BTC-EUR?next=x,400"
    })
    void shouldServeNoOtherPath(final String request, final int status) throws Exception {
        final String said = raw(request + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertTrue(said.startsWith("HTTP/1.1 " + status + " "), said);
    }

    @Test
    void shouldAnswerOnlyToItsOwnNamesAndPages() throws Exception {
        final String other = raw("GET /v1/time HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n");
        assertTrue(other.startsWith("HTTP/1.1 421 "), other);
        final String none = raw("GET /v1/time HTTP/1.1\r\nConnection: close\r\n\r\n");
        assertTrue(none.startsWith("HTTP/1.1 421 "), none);
        final String page = raw("POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n"
                + "Authorization: Bearer " + anna + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        assertTrue(page.startsWith("HTTP/1.1 403 "), page);
        final String own = raw("GET /v1/time HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertTrue(own.startsWith("HTTP/1.1 200 "), own);
        for (final String header : List.of(
                "x-content-type-options: nosniff",
                "x-frame-options: deny",
                "referrer-policy: no-referrer",
                "content-security-policy: default-src 'self'",
                "cache-control: no-store")) {
            assertTrue(own.toLowerCase(Locale.ROOT).contains(header), own);
        }
    }

    @Test
    void shouldRefuseWhatIsTooLargeOrNoHttp() throws Exception {
        final String large = raw("POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n\r\n");
        assertTrue(large.startsWith("HTTP/1.1 413 "), large);
        final String headers = raw("GET /v1/time HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(9_000) + "\r\n\r\n");
        assertTrue(headers.startsWith("HTTP/1.1 413 "), headers);
        final String line = raw("GET /" + "x".repeat(9_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertTrue(line.startsWith("HTTP/1.1 413 "), line);
        final String garbage = raw("\u0001\u0002 nonsense\r\n\r\n");
        assertTrue(garbage.startsWith("HTTP/1.1 400 ") || garbage.isEmpty(), garbage);
    }

    @Test
    void shouldCloseAConnectionThatNeverFinishesItsRequest() throws Exception {
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), venue.port())) {
            slow.setSoTimeout(TIME_OUT_MS);
            slow.getOutputStream().write("GET /v1/time HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.US_ASCII));
            assertEquals(-1, slow.getInputStream().read(), "closed after 10 s");
        }
    }

    @Test
    void shouldAnswerPipelinedRequestsInTheirOrder() throws Exception {
        final String one = "GET /v1/book/BTC-EUR HTTP/1.1\r\nHost: localhost\r\n\r\n";
        final String last = "GET /v1/time HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        final String said = raw(one + one + last);
        assertEquals(3, said.split("HTTP/1.1 200", -1).length - 1, said);
        assertTrue(said.lastIndexOf("\"bids\"") < said.indexOf("{\"time\""), said);
    }

    @Test
    void shouldNotShowSecretsInItsFiles() throws Exception {
        final String hmac = member(
                ok(venue.send(
                        venue.adminToken(),
                        "POST",
                        "/v1/admin/keys",
                        "{\"name\":\"secret keeper\",\"kind\":\"hmac\",\"roles\":[\"viewer\"]}")),
                "secret");
        try (Stream<Path> files = Files.walk(venue.data())) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                final String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                assertFalse(content.contains(anna), file + " shows a token");
                assertFalse(content.contains(hmac), file + " shows a secret");
            }
        }
    }

    @Test
    void shouldNeverFailItselfWhateverIsSent() throws Exception {
        final long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        final SplittableRandom dice = new SplittableRandom(seed);
        final int rounds =
                Boolean.getBoolean("daybook.long") ? 100_000 : Boolean.getBoolean("daybook.quick") ? 100 : 1_000;
        final String template = "POST /v1/orders?minSeq=1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + anna
                + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ";
        for (int round = 0; round < rounds; round++) {
            final byte[] body = mutated(good().getBytes(StandardCharsets.UTF_8), dice);
            final byte[] head = (template + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
            final byte[] request = new byte[head.length + body.length];
            System.arraycopy(head, 0, request, 0, head.length);
            System.arraycopy(body, 0, request, head.length, body.length);
            final byte[] sent = dice.nextInt(4) == 0 ? mutated(request, dice) : request;
            final String said = raw(sent);
            assertFalse(said.startsWith("HTTP/1.1 5"), () -> "seed=" + seed + " " + said);
        }
        assertEquals("ok", member(ok(venue.get("", "/healthz")), "status"));
    }

    private static byte[] mutated(final byte[] bytes, final SplittableRandom dice) {
        final List<Byte> copy = new ArrayList<>();
        for (final byte one : bytes) {
            copy.add(one);
        }
        final int changes = 1 + dice.nextInt(4);
        for (int i = 0; i < changes && !copy.isEmpty(); i++) {
            final int at = dice.nextInt(copy.size());
            switch (dice.nextInt(4)) {
                case 0 -> copy.set(at, (byte) dice.nextInt(256));
                case 1 -> copy.remove(at);
                case 2 -> copy.add(at, (byte) dice.nextInt(256));
                default ->
                    copy.addAll(
                            at,
                            copy.subList(at, Math.min(copy.size(), at + dice.nextInt(20))).stream()
                                    .toList());
            }
        }
        final byte[] changed = new byte[copy.size()];
        for (int i = 0; i < changed.length; i++) {
            changed[i] = copy.get(i);
        }
        return changed;
    }

    private static String raw(final String request) throws IOException {
        return raw(request.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** What the server says until it closes; a request that it waits for the rest of is given up. */
    private static String raw(final byte[] request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), venue.port())) {
            socket.setSoTimeout(TIME_OUT_MS);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            final InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException e) {
            return ""; // it was closed before all was sent
        }
    }
}
