package io.daybook.venue.spot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.server.backup.Backup;
import io.daybook.venue.ServedVenue;
import io.daybook.venue.StreamClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of the dialect over a socket: the same routes as over HTTP, and a login. */
class SpotSocketTest {
    private static final String SELL =
            "symbol=BTCEUR&side=SELL&type=LIMIT&timeInForce=GTC&quantity=0.1&price=100&newClientOrderId=";

    @TempDir
    private Path folder;

    private ServedVenue venue;
    private SpotClient anna;
    private int requests;
    private long lastMs;

    @BeforeEach
    void start() throws Exception {
        venue = ServedVenue.start(folder);
        venue.user(301, "2", "1000");
        anna = SpotClient.of(venue, 301);
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    private interface Signing {
        String sign(String text) throws Exception;
    }

    /** Returns a request in JSON, with parameters as in a query. */
    private String request(final String method, final Map<String, String> parameters) {
        return "{\"id\":" + ++requests + ",\"method\":\"" + method + "\",\"params\":{"
                + parameters.entrySet().stream()
                        .map(one -> "\"" + one.getKey() + "\":"
                                + (one.getKey().matches("timestamp|recvWindow|orderId")
                                        ? one.getValue()
                                        : "\"" + one.getValue() + "\""))
                        .collect(Collectors.joining(","))
                + "}}";
    }

    private Map<String, String> timed(final String query) {
        final Map<String, String> parameters = new TreeMap<>();
        for (final String one : query.isEmpty() ? new String[0] : query.split("&")) {
            parameters.put(one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1));
        }
        lastMs = Math.max(System.currentTimeMillis(), lastMs + 1);
        parameters.put("timestamp", Long.toString(lastMs));
        parameters.put("recvWindow", "60000");
        return parameters;
    }

    private String signed(final String method, final String query, final String apiKey, final Signing signing)
            throws Exception {
        final Map<String, String> parameters = timed(query);
        parameters.put("apiKey", apiKey);
        final String text = parameters.entrySet().stream()
                .map(one -> one.getKey() + "=" + one.getValue())
                .collect(Collectors.joining("&"));
        parameters.put("signature", signing.sign(text));
        return request(method, parameters);
    }

    private String signed(final String method, final String query) throws Exception {
        return signed(method, query, anna.apiKey, anna::sign);
    }

    /** Returns the answer to the last request, from its result on. */
    private String answer(final StreamClient stream, final int status) {
        final String begin = "{\"id\":" + requests + ",\"status\":" + status + ",";
        final String told = stream.next("\"id\":" + requests + ",");
        assertTrue(told.startsWith(begin), told);
        return told.substring(begin.length(), told.length() - 1);
    }

    private String ok(final StreamClient stream, final String request) {
        return answer(stream.send(request), 200).substring("\"result\":".length());
    }

    private static String error(final int code, final String text) {
        return "\"error\":{\"code\":" + code + ",\"msg\":\"" + text + "\"}";
    }

    @Test
    void shouldAnswerSignedRequestsAsHttpDoes() throws Exception {
        try (StreamClient stream = StreamClient.at(venue, "/ws-api/v3")) {
            final String order = signed("order.place", SELL + "a-1");
            final String placed = ok(stream, order);
            assertEquals("NEW", ServedVenue.member(placed, "status"));
            assertEquals(placed, ok(stream, order), "the same request must place no second order");
            final String named = "symbol=BTCEUR&origClientOrderId=a-1";
            assertEquals(
                    ServedVenue.ok(anna.signed("GET", "/api/v3/order", named)),
                    ok(stream, signed("order.status", named)));
            assertEquals(
                    ServedVenue.ok(anna.signed("GET", "/api/v3/openOrders", "")),
                    ok(stream, signed("openOrders.status", "")));
            assertEquals("301", ServedVenue.member(ok(stream, signed("account.status", "")), "uid"));
            final String replaced = ok(
                    stream,
                    signed(
                            "order.cancelReplace",
                            SELL + "a-2&cancelReplaceMode=STOP_ON_FAILURE&cancelOrigClientOrderId=a-1"));
            assertEquals("SUCCESS", ServedVenue.member(replaced, "newOrderResult"));
            final String cancel = signed("order.cancel", "symbol=BTCEUR&origClientOrderId=a-2");
            assertEquals("CANCELED", ServedVenue.member(ok(stream, cancel), "status"));
            assertEquals(error(-2011, "The signed request was carried out before."), answer(stream.send(cancel), 404));
            assertEquals(
                    error(-2011, "Unknown order sent."),
                    answer(stream.send(signed("openOrders.cancelAll", "symbol=BTCEUR")), 404));
            assertEquals("{}", ok(stream, signed("order.test", SELL + "a-3")));
            assertEquals("[]", ok(stream, signed("openOrders.status", "")));
        }
    }

    @Test
    void shouldTakeNumbersListsAndMicroseconds() throws Exception {
        try (StreamClient stream = StreamClient.at(venue, "/ws-api/v3")) {
            final long micros = System.currentTimeMillis() * 1_000;
            final String text = "apiKey=" + anna.apiKey + "&price=100.0&quantity=0.1&recvWindow=60000&side=SELL"
                    + "&symbol=BTCEUR&timeInForce=GTC&timestamp=" + micros + "&type=LIMIT";
            requests++;
            stream.send("{\"id\":1,\"method\":\"order.place\",\"params\":{\"symbol\":\"BTCEUR\",\"side\":\"SELL\","
                    + "\"type\":\"LIMIT\",\"timeInForce\":\"GTC\",\"quantity\":0.1,\"price\":100.0,"
                    + "\"recvWindow\":60000,\"timestamp\":" + micros + ",\"apiKey\":\"" + anna.apiKey
                    + "\",\"signature\":\""
                    + anna.sign(text) + "\"}}");
            assertEquals("100.00", ServedVenue.member(answer(stream, 200), "price"));
            requests++;
            stream.send("{\"id\":2,\"method\":\"exchangeInfo\",\"params\":{\"symbols\":[\"BTCEUR\"]}}");
            assertEquals("BTCEUR", ServedVenue.member(answer(stream, 200), "symbol"));
        }
    }

    @Test
    void shouldTellTimesInMicrosecondsWhereTheAddressSaysSo() throws Exception {
        try (StreamClient stream = StreamClient.at(venue, "/ws-api/v3?timeUnit=MICROSECOND");
                StreamClient trades = StreamClient.at(venue, "/stream?streams=btceur@trade&timeUnit=microsecond");
                StreamClient usual = StreamClient.at(venue, "/stream?streams=btceur@trade")) {
            assertTrue(ok(stream, request("time", Map.of())).matches("\\{\"serverTime\":\\d{16}}"));
            assertTrue(ok(stream, request("session.status", Map.of())).matches(".*\"serverTime\":\\d{16},.*"));
            ok(stream, signed("userDataStream.subscribe.signature", ""));
            stream.send(signed("order.place", SELL + "a-1"));
            assertTrue(stream.next("executionReport").matches(".*\"E\":\\d{16},.*\"W\":\\d{16},.*"));
            ok(stream, signed("order.place", SELL.replace("SELL", "BUY") + "a-2"));
            final String told = trades.next("btceur@trade");
            assertTrue(told.matches(".*\"E\":\\d{16},.*\"T\":\\d{16},.*"), told);
            assertTrue(usual.next("btceur@trade").matches(".*\"E\":\\d{13},.*\"T\":\\d{13},.*"));
        }
    }

    @Test
    void shouldRefuseWhatIsNotSignedOrUnknown() throws Exception {
        try (StreamClient stream = StreamClient.at(venue, "/ws-api/v3")) {
            assertTrue(
                    answer(stream.send(request("order.none", timed(""))), 400).contains("\"code\":-1020"));
            assertTrue(answer(stream.send(signed("order.place", SELL + "a-1&none=1")), 400)
                    .contains("\"code\":-1104"));
            assertEquals(
                    error(-2014, "API-key format invalid."),
                    answer(stream.send(request("order.place", timed(SELL + "a-1"))), 401));
            for (int i = 0; i < 2; i++) {
                assertEquals(
                        error(-1022, "Signature for this request is not valid."),
                        answer(stream.send(signed("order.place", SELL + "a-1", anna.apiKey, text -> "00")), 401));
            }
            assertTrue(stream.next("closed").startsWith("closed 4401"), "closed after three invalid keys");
        }
    }

    @Test
    void shouldLetAnEd25519KeyLogOnAndTradeWithoutSignatures() throws Exception {
        final KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        final String key = ServedVenue.member(
                venue.key(
                        301,
                        "ed25519",
                        ",\"publicKey\":\""
                                + Base64.getEncoder()
                                        .encodeToString(pair.getPublic().getEncoded()) + "\""),
                "id");
        final Signing signing = text -> {
            final Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(pair.getPrivate());
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(signature.sign());
        };
        try (StreamClient stream = StreamClient.at(venue, "/ws-api/v3")) {
            assertTrue(ok(stream, request("session.status", Map.of())).contains("\"apiKey\":null"));
            assertTrue(answer(stream.send(request("userDataStream.subscribe", Map.of())), 401)
                    .contains("\"code\":-2015"));
            assertEquals(
                    error(-4056, "HMAC_SHA256 API key is not supported."),
                    answer(stream.send(signed("session.logon", "")), 400));
            final String session = ok(stream, signed("session.logon", "", key, signing));
            assertEquals(key, ServedVenue.member(session, "apiKey"));
            assertEquals("{\"subscriptionId\":0}", ok(stream, request("userDataStream.subscribe", Map.of())));
            final String first = ok(stream, request("order.place", timed(SELL + "a-1")));
            assertEquals("a-1", ServedVenue.member(first, "clientOrderId"));
            final String without = SELL.substring(0, SELL.lastIndexOf('&'));
            final Map<String, String> parameters = timed(without);
            ok(stream, request("order.place", parameters));
            ok(stream, request("order.place", parameters));
            assertEquals(
                    3,
                    ok(stream, request("openOrders.status", timed(""))).split("origQty", -1).length - 1,
                    "each message after a login must be a separate order");
            assertTrue(ok(stream, request("session.status", Map.of())).contains("\"userDataStream\":true"));
            assertEquals(
                    error(-1102, "Mandatory parameter 'timestamp' was not sent, was empty/null, or malformed."),
                    answer(stream.send(request("account.status", Map.of())), 400));
            assertTrue(ok(stream, request("session.logout", Map.of())).contains("\"apiKey\":null"));
            assertEquals(
                    error(-2014, "API-key format invalid."),
                    answer(stream.send(request("account.status", timed(""))), 401));
            ok(stream, signed("session.logon", "", key, signing));
            ServedVenue.ok(venue.send(venue.adminToken(), "DELETE", "/v1/admin/keys/" + key.substring(1), ""));
            assertTrue(stream.next("closed").startsWith("closed 4401"));
        }
    }

    /** A repeated cancel of all orders must not cancel later ones. */
    @Test
    void shouldCarryNoSignedCancelOutAgainAfterARestart() throws Exception {
        final String placed = ServedVenue.ok(anna.signed("POST", "/api/v3/order", SELL + "a-0"));
        final String byId = anna.withSignature("symbol=BTCEUR&orderId=" + ServedVenue.member(placed, "orderId"));
        ServedVenue.ok(anna.send("DELETE", "/api/v3/order", byId, ""));
        ServedVenue.ok(anna.signed("POST", "/api/v3/order", SELL + "a-1"));
        final String all = anna.withSignature("symbol=BTCEUR");
        ServedVenue.ok(anna.send("DELETE", "/api/v3/openOrders", all, ""));
        ServedVenue.ok(anna.signed("POST", "/api/v3/order", SELL + "a-2"));
        final String overSocket = signed("order.cancel", "symbol=BTCEUR&origClientOrderId=a-2");
        try (StreamClient stream = StreamClient.at(venue, "/ws-api/v3")) {
            ok(stream, overSocket);
        }
        ServedVenue.ok(anna.signed("POST", "/api/v3/order", SELL + "a-3"));
        venue.restart();
        final SpotClient again = new SpotClient(venue.port(), anna.apiKey, anna.secret);
        final String refusal = "An earlier run of the server may have carried the signed request out.";
        for (final String path : new String[] {"/api/v3/order", "/api/v3/openOrders"}) {
            final HttpResponse<String> refused = again.send("DELETE", path, path.endsWith("order") ? byId : all, "");
            assertEquals(404, refused.statusCode());
            assertEquals("{\"code\":-2011,\"msg\":\"" + refusal + "\"}", refused.body());
        }
        try (StreamClient stream = StreamClient.at(venue, "/ws-api/v3")) {
            assertEquals(error(-2011, refusal), answer(stream.send(overSocket), 404));
        }
        assertEquals(
                "a-3",
                ServedVenue.member(ServedVenue.ok(again.signed("GET", "/api/v3/openOrders", "")), "clientOrderId"));
    }

    /** A client that repeats a request with the same id has not made a new decision. */
    @Test
    void shouldRefuseOrdersWithNamesAfterARestoreUntilTheOperatorOpensTheDoor() throws Exception {
        ServedVenue.ok(anna.signed("POST", "/api/v3/order", SELL + "kept"));
        Backup.take(venue.data(), folder.resolve("copy"));
        ServedVenue.ok(anna.signed("POST", "/api/v3/order", SELL + "lost"));
        venue.close();
        Files.move(venue.data(), folder.resolve("gone"));
        Files.move(folder.resolve("copy"), venue.data());
        venue.restart();
        anna = SpotClient.of(venue, 301);
        final String refusal = "HISTORY_LOST: history was lost: the operator must admit orders with client ids.";
        try (StreamClient stream = StreamClient.at(venue, "/ws-api/v3")) {
            for (final String path : new String[] {"/api/v3/order", "/api/v3/order/cancelReplace"}) {
                final HttpResponse<String> refused = anna.signed(
                        "POST",
                        path,
                        SELL + "lost"
                                + (path.endsWith("order")
                                        ? ""
                                        : "&cancelReplaceMode=STOP_ON_FAILURE&cancelOrigClientOrderId=kept"));
                assertEquals(409, refused.statusCode(), refused.body());
                assertTrue(refused.body().contains("\"code\":-2010,\"msg\":\"" + refusal + "\""), refused.body());
            }
            assertEquals(error(-2010, refusal), answer(stream.send(signed("order.place", SELL + "lost")), 409));
            final String open = ServedVenue.ok(anna.signed("GET", "/api/v3/openOrders", ""));
            assertEquals("kept", ServedVenue.member(open, "clientOrderId"), "no order must be cancelled");
            assertEquals(1, open.split("clientOrderId", -1).length - 1, open);
            ok(stream, signed("order.place", SELL.substring(0, SELL.lastIndexOf('&'))));
            ServedVenue.ok(venue.send(venue.adminToken(), "POST", "/v1/admin/sessions/http/admit", ""));
            assertEquals("lost", ServedVenue.member(ok(stream, signed("order.place", SELL + "lost")), "clientOrderId"));
        }
    }
}
