package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ResultCode;
import io.daybook.host.Proves;
import io.daybook.server.http.ProblemCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of hostile senders: each gets an answer with the fault, and no other client is affected. */
@Proves("hostile requests over HTTP and WebSocket are refused and affect no other client")
@Tag("whole")
class HostileRequestsTest {
    private static final int TIME_OUT_MS = 60_000;

    /** About 80 MB: the sender gets no further than the server reads, even if it reads late. */
    private static final int MORE_HEADERS_THAN_SOCKETS_HOLD = 8_000_000;

    @TempDir
    private static Path folder;

    private static ServedVenue venue;
    private static String anna;

    @BeforeAll
    static void start() throws Exception {
        venue = ServedVenue.start(folder);
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

    @ParameterizedTest
    @CsvSource({
        "-0.1,BAD_FORM,",
        "1e-1,BAD_FORM,",
        "0,BAD_DECIMAL,0.00001",
        "0.000001,BAD_DECIMAL,0.00001",
        "0.100001,BAD_DECIMAL,0.10000 and 0.10001",
        "99999999999999.99999,BAD_DECIMAL,"
    })
    void shouldTakeSizesInWholeLotsOnly(final String size, final String code, final String nearest) throws Exception {
        final HttpResponse<String> answer = venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", size, "l"));
        assertEquals(400, answer.statusCode(), answer.body());
        assertEquals(code, member(answer.body(), "code"));
        assertEquals("/size", member(answer.body(), "pointer"));
        assertTrue(nearest == null || answer.body().contains(nearest), answer.body());
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
        "GET /v1/time%0d%0aX:1,404",
        "GET /v1/book/%1b[31mBTC,404",
        "GET /v1/book/%e2%80%aeBTC,404",
        "GET /v1/time%00,404",
        "GET /v1/time?a=%zz,400",
        "GET /v1/time?secret=x,400",
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

    @ParameterizedTest
    @ValueSource(strings = {"a\\r\\nX: 1", "a\\u001b[31m", "a\\u202eb", "a\\u0000", "a b", "", "\u202e", "é"})
    void shouldTakeNoTextThatShowsAsAnother(final String clientOrderId) throws Exception {
        final HttpResponse<String> answer =
                venue.send(anna, "POST", "/v1/orders", order("buy", "90.00", "0.1", clientOrderId));
        assertEquals(400, answer.statusCode(), answer.body());
        assertTrue(answer.body().chars().allMatch(c -> c >= ' ' && c <= '~'), answer.body());
    }

    /** Each problem has the address of a page, which explains its code. */
    @Test
    void shouldServeThePageOfEachProblemThatItTells() throws Exception {
        final HttpResponse<String> refused =
                venue.send(anna, "POST", "/v1/orders", order("buy", "100000", "90", "too-much"));
        final HttpResponse<String> money = venue.get("", member(refused.body(), "type"));
        assertEquals(200, money.statusCode(), money.body());
        assertTrue(money.body().startsWith("RISK_NSF (HTTP 422)\n"), money.body());
        for (final ProblemCode code : ProblemCode.values()) {
            final String page = ok(venue.get("", "/problems/" + code));
            assertTrue(page.contains(code.title()) && page.contains("What to do: " + code.advice()), page);
        }
        for (final ResultCode code : ResultCode.values()) {
            assertEquals(
                    code == ResultCode.SUCCESS ? 404 : 200,
                    venue.get("", "/problems/" + code).statusCode());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer", "bearer", "BEARER"})
    void shouldTakeTheWordBearerInAnyCase(final String word) throws Exception {
        final String said = raw("GET /v1/session HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + word + " " + anna
                + "\r\nConnection: close\r\n\r\n");
        assertTrue(said.startsWith("HTTP/1.1 200 "), said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: localhost",
                "Host: elsewhere.example",
                "Authorization: Bearer a\r\nauthorization: Bearer b",
                "Origin: http://localhost\r\nOrigin: http://elsewhere.example",
                "Daybook-Key: k1\r\nDaybook-Key: k2",
                "X-MBX-APIKEY: k1\r\nX-MBX-APIKEY: k2"
            })
    void shouldRefuseAHeaderThatIsThereTwiceAndMustBeOne(final String headers) throws Exception {
        final String said =
                raw("GET /v1/time HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\nConnection: close\r\n\r\n");
        assertTrue(said.startsWith("HTTP/1.1 400 "), said);
        assertTrue(said.contains("once"), said);
    }

    @Test
    void shouldAnswerAsManyRequestsAsOnePacketHolds() throws Exception {
        final int count = 200;
        final String one = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
        final String said =
                raw(one.repeat(count) + "GET /v1/time HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertEquals(count + 1, said.split("HTTP/1.1 200", -1).length - 1, said);
        assertTrue(said.endsWith("}"), said);
    }

    /** The second request of a packet is answered although only its end can close the connection. */
    @Test
    void shouldAnswerALongPathThatWaitedForAnother() throws Exception {
        final String said = raw("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\nGET /" + "a".repeat(3_800)
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertTrue(said.startsWith("HTTP/1.1 200 "), said);
        assertTrue(said.contains("HTTP/1.1 404 "), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/%61dmin/users/301", "/%761/orders", "/%61pi/v3/time"})
    void shouldKnowAWordOfARouteByOneSpelling(final String path) throws Exception {
        final String said = raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + venue.adminToken() + "\r\nConnection: close\r\n\r\n");
        assertTrue(said.startsWith("HTTP/1.1 404 "), said);
    }

    @ParameterizedTest
    @CsvSource({"a/b,a%2Fb", "..,%2E%2E", "a:b,a%3Ab", "/,%2f", ".-_:/z,.-_%3a%2Fz", "a:c,a:c"})
    void shouldFindEachClientIdThatItTakes(final String clientOrderId, final String segment) throws Exception {
        final String placed = ok(venue.send(anna, "POST", "/v1/orders", order("buy", "70.00", "0.1", clientOrderId)));
        final String said = raw("GET /v1/orders/by-client/" + segment + " HTTP/1.1\r\nHost: localhost\r\nAuthorization:"
                + " Bearer " + anna + "\r\nConnection: close\r\n\r\n");
        assertTrue(said.startsWith("HTTP/1.1 200 "), said);
        assertEquals(member(placed, "orderId"), member(said, "orderId"));
    }

    @ParameterizedTest
    @CsvSource({
        "a%252Fb,400",
        "a%,404",
        "a%2,404",
        "a%zz,404",
        "a%00,404",
        "%E2%82%AC,404",
        "a/b,404",
        "..,404",
        "a+b,404",
        "a%20b,400"
    })
    void shouldDecodeASegmentOnce(final String segment, final int status) throws Exception {
        final String said = raw("GET /v1/orders/by-client/" + segment + " HTTP/1.1\r\nHost: localhost\r\nAuthorization:"
                + " Bearer " + anna + "\r\nConnection: close\r\n\r\n");
        assertTrue(said.startsWith("HTTP/1.1 " + status + " "), said);
    }

    @Test
    void shouldSayTheNearestTwoThatFit() throws Exception {
        final HttpResponse<String> answer =
                venue.send(anna, "POST", "/v1/orders", order("buy", "100.001", "0.1", "near"));
        assertTrue(answer.body().contains("100.00") && answer.body().contains("100.01"), answer.body());
    }

    @Test
    void shouldNotShowNorTouchWhatIsSomeoneElses() throws Exception {
        final String bert = venue.trader(302, "2", "100000");
        final String placed = ok(venue.send(anna, "POST", "/v1/orders", order("buy", "80.00", "0.1", "hers")));
        final String hers = "/v1/orders/" + member(placed, "orderId");
        for (final String method : List.of("GET", "PATCH", "DELETE")) {
            final String body = method.equals("PATCH") ? "{\"size\":\"0.2\"}" : "";
            assertEquals(404, venue.send(bert, method, hers, body).statusCode(), method);
        }
        assertEquals(404, venue.get(bert, "/v1/orders/by-client/hers").statusCode());
        assertEquals(403, venue.get(bert, "/v1/orders?account=A-301").statusCode());
        assertEquals(
                403, venue.send(bert, "DELETE", "/v1/orders?account=A-301", "").statusCode());
        assertEquals(403, venue.get(bert, "/v1/admin/users/301").statusCode());
        assertEquals(403, venue.get(bert, "/v1/admin/keys").statusCode());
        assertEquals(401, venue.get("", hers).statusCode());
        assertEquals("open", member(ok(venue.get(anna, hers)), "state"));
        ok(venue.send(anna, "DELETE", hers, ""));
    }

    @Test
    void shouldRefuseWrongUtf8() throws Exception {
        final byte[] body = good().getBytes(StandardCharsets.US_ASCII);
        body[2] = (byte) 0xff;
        final byte[] head = ("POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + anna
                        + "\r\nConnection: close\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        final byte[] request = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, request, head.length, body.length);
        final String said = raw(request);
        assertTrue(said.startsWith("HTTP/1.1 400 "), said);
        assertTrue(said.contains("BAD_FORM"), said);
    }

    @Test
    void shouldCloseAConnectionWhoseBodyOrHeadersNeverEnd() throws Exception {
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), venue.port());
                Socket endless = new Socket(InetAddress.getLoopbackAddress(), venue.port())) {
            slow.setSoTimeout(TIME_OUT_MS);
            slow.getOutputStream()
                    .write("POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
                            .getBytes(StandardCharsets.US_ASCII));
            endless.setSoTimeout(TIME_OUT_MS);
            endless.getOutputStream().write("GET /v1/time HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
            try {
                for (int i = 0; i < MORE_HEADERS_THAN_SOCKETS_HOLD; i++) {
                    endless.getOutputStream().write(("X-" + i + ": y\r\n").getBytes(StandardCharsets.US_ASCII));
                }
                throw new AssertionError("the server accepted endless headers");
            } catch (SocketException e) {
                assertTrue(endless.isConnected(), "closed at 8 KiB");
            }
            slow.getInputStream().readAllBytes(); // the read ends, or the test reaches its time limit
        }
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

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 70000", "Content-Length: 70000\r\nExpect: 100-continue"})
    void shouldRefuseABodyThatIsTooLargeInItsTurn(final String headers) throws Exception {
        final String answers = raw("GET /v1/time HTTP/1.1\r\nHost: localhost\r\n\r\n"
                + "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n\r\n"
                + "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertTrue(answers.startsWith("HTTP/1.1 200 "), answers);
        final int refused = answers.indexOf("HTTP/1.1 413 ");
        assertTrue(refused > 0, answers);
        assertTrue(answers.indexOf("\"code\":\"TOO_LARGE\"", refused) > 0, answers);
    }

    @Test
    void shouldRefuseABodyWithoutALengthThatIsTooLarge() throws Exception {
        final String answers = raw("GET /v1/time HTTP/1.1\r\nHost: localhost\r\n\r\n"
                + "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "11170\r\n" + "x".repeat(70_000) + "\r\n0\r\n\r\n");
        assertTrue(answers.startsWith("HTTP/1.1 200 "), answers);
        assertTrue(answers.contains("\"code\":\"TOO_LARGE\""), answers);
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

    private static String raw(final String request) throws IOException {
        return raw(request.getBytes(StandardCharsets.ISO_8859_1));
    }

    /**
     * Returns the answers of the server until it closes. A request of which the server still waits for the rest is
     * given up.
     */
    private static String raw(final byte[] request) throws IOException {
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), venue.port())) {
            socket.setSoTimeout(TIME_OUT_MS);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            final InputStream in = socket.getInputStream();
            for (int one = in.read(); one >= 0; one = in.read()) {
                said.write(one);
            }
        } catch (SocketException e) {
            return said.toString(StandardCharsets.UTF_8); // the connection was closed before all was sent or read
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldCarryASignedChangeOutOnce() throws Exception {
        final String bot = ok(venue.send(
                venue.adminToken(),
                "POST",
                "/v1/admin/keys",
                "{\"name\":\"bot\",\"kind\":\"hmac\",\"roles\":[\"trader\"],\"accounts\":{\"A-301\":301}}"));
        final String key = member(bot, "id");
        final String secret = member(bot, "secret");
        final long time = venue.holdTime();
        final String body = order("buy", "90.00", "0.1", "once");
        final HttpResponse<String> placed = venue.signed(key, secret, time, "POST", "/v1/orders", body);
        assertEquals(201, placed.statusCode(), placed.body());
        final HttpResponse<String> again = venue.signed(key, secret, time, "POST", "/v1/orders", body);
        assertEquals("true", member(again.body(), "duplicate"), again.body());
        final String target = "/v1/orders/" + member(placed.body(), "orderId");
        final String larger = "{\"size\":\"0.2\"}";
        assertEquals(
                200, venue.signed(key, secret, time, "PATCH", target, larger).statusCode());
        assertApplied(venue.signed(key, secret, time, "PATCH", target, larger));
        assertEquals(
                200,
                venue.signed(key, secret, time + 1, "PATCH", target, larger).statusCode());
        assertEquals(200, venue.signed(key, secret, time, "DELETE", target, "").statusCode());
        assertApplied(venue.signed(key, secret, time, "DELETE", target, ""));
        assertEquals(
                200, venue.signed(key, secret, time, "GET", "/v1/orders", "").statusCode());
        assertEquals(
                200, venue.signed(key, secret, time, "GET", "/v1/orders", "").statusCode());
    }

    private static void assertApplied(final HttpResponse<String> answer) {
        assertEquals(409, answer.statusCode(), answer.body());
        assertEquals("ALREADY_APPLIED", member(answer.body(), "code"));
    }
}
