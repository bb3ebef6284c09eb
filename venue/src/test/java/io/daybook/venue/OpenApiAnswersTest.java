package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.host.Proves;
import io.daybook.server.api.OperationRoutes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the answers of each route of a server with the schemas of its own description: no required member is
 * missing, no unknown member occurs, and each member of each schema was seen.
 */
@Proves("openapi.json has the schemas of what each route answers")
class OpenApiAnswersTest {
    /** The routes that a venue answers only after a restore, which RestoredBackupTest covers, and the WebSocket. */
    private static final Set<String> NOT_ASKED =
            Set.of("post /v1/admin/keys/{number}/on", "post /v1/admin/sessions/{session}/admit", "get /v1/stream");

    /** The members that this venue does not have, because they belong to a restore or to sessions of members. */
    private static final Set<String> NOT_SEEN = Set.of(
            "KeyOn.number",
            "KeyOn.on",
            "Admitted.session",
            "Admitted.admitted",
            "Health.history",
            "Key.off",
            "Key.missing",
            "NewKey.off",
            "NewKey.missing",
            "DoorSession.address",
            "DoorSession.lastRequest",
            "DoorSession.nextOut",
            "OrderAnswer.moreFills");

    @TempDir
    private Path folder;

    private final TreeSet<String> seen = new TreeSet<>();
    private final TreeSet<String> answered = new TreeSet<>();
    private ServedVenue venue;
    private Map<?, ?> api;

    @BeforeEach
    void open() throws Exception {
        venue = ServedVenue.at(folder, "hopEvery=1", "exchange.marginTrading=true");
        venue.onBegin(one -> one.control(new OperationRoutes.Control() {
            @Override
            public void reload() {}

            @Override
            public void stop() {}
        }));
        venue.begin();
        api = (Map<?, ?>) json(ServedVenue.ok(venue.get("", "/v1/openapi.json")));
    }

    @AfterEach
    void close() {
        venue.end();
    }

    @Test
    void shouldAnswerAsTheDescriptionSays() throws Exception {
        final String admin = venue.adminToken();
        final String seller = venue.trader(301, "1", "100000");
        final String buyer = venue.trader(302, "1", "100000");
        trade(seller, buyer);
        look(buyer);
        operate(admin);
        ask(buyer, "GET", "/v1/positions?account=A-302", "");
        people(admin);
        final long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!seen.contains("Overview.forceMicros") && System.nanoTime() - endNs < 0) { // metrics of two seconds
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            ask(seller, "DELETE", "/v1/orders", "");
            ask(admin, "GET", "/v1/admin/overview", "");
        }
        ask(admin, "POST", "/v1/admin/stop", "");
        final TreeSet<String> missing = new TreeSet<>();
        for (final Map.Entry<?, ?> path : at("paths").entrySet()) {
            ((Map<?, ?>) path.getValue()).keySet().forEach(method -> missing.add(method + " " + path.getKey()));
        }
        missing.removeAll(answered);
        assertEquals(new TreeSet<>(NOT_ASKED), missing);
        final TreeSet<String> unseen = new TreeSet<>();
        at("components", "schemas")
                .forEach((name, schema) -> ((Map<?, ?>) Objects.requireNonNull(((Map<?, ?>) schema).get("properties")))
                        .keySet()
                        .forEach(member -> unseen.add(name + "." + member)));
        unseen.removeAll(seen);
        assertEquals(new TreeSet<>(NOT_SEEN), unseen);
    }

    private void trade(final String seller, final String buyer) throws Exception {
        ask(seller, "POST", "/v1/orders", ServedVenue.order("sell", "60000", "0.1", "s1"));
        ask(seller, "POST", "/v1/orders", ServedVenue.order("sell", "60000", "0.1", "s1"));
        place(seller, "a", "\"price\":\"61000\",\"size\":\"0.1\",\"display\":\"0.02\",\"flagged\":true");
        place(seller, "b", "\"price\":\"62000\",\"size\":\"0.1\",\"hidden\":true,\"expireAt\":4000000000000000");
        place(seller, "c", "\"price\":\"50000\",\"size\":\"0.1\",\"trigger\":\"51000\",\"when\":\"falls\"");
        place(
                seller,
                "d",
                "\"price\":\"63000\",\"size\":\"0.1\",\"trigger\":\"51000\",\"when\":\"falls\",\"stopPrice\":\"50000\","
                        + "\"stp\":\"cancel_maker\"");
        place(seller, "e", "\"price\":\"64000\",\"size\":\"0.1\",\"timeInForce\":\"post_only\",\"slide\":true");
        ask(
                buyer,
                "POST",
                "/v1/orders",
                ServedVenue.order("buy", "59000", "0.2", "b1").replace("}", ",\"reservePrice\":\"60500\"}"));
        final String first = ServedVenue.member(
                ask(buyer, "POST", "/v1/orders", ServedVenue.order("buy", "60000", "0.05", "b2")), "orderId");
        ask(
                buyer,
                "POST",
                "/v1/orders",
                ServedVenue.order("buy", "60000", "0.05", "b3").replace("}", ",\"minSize\":\"0.01\"}"));
        final String ask = "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":";
        ask(buyer, "POST", "/v1/orders", ask + "\"market\",\"money\":\"60\"}");
        ask(
                buyer,
                "POST",
                "/v1/orders",
                ask + "\"limit\",\"timeInForce\":\"fok\",\"size\":\"0.001\",\"budget\":\"600\"}");
        ask(buyer, "GET", "/v1/orders/" + first, "");
        ask(buyer, "GET", "/v1/orders/by-client/b1", "");
        final String open = ServedVenue.member(ask(buyer, "GET", "/v1/orders/by-client/b1", ""), "orderId");
        ask(buyer, "PATCH", "/v1/orders/" + open, "{\"price\":\"59500\"}");
        ask(buyer, "DELETE", "/v1/orders/" + open, "");
        bid(buyer, "\"exit\":{\"price\":\"70000\",\"trigger\":\"50000\",\"stopPrice\":\"49000\"}");
        bid(buyer, "\"slippage\":\"0.07\"");
        bid(
                buyer,
                "\"timeInForce\":\"ioc\",\"trigger\":\"80000\",\"when\":\"rises\",\"trail\":\"1000\","
                        + "\"trailStep\":\"100\"");
        venue.awaitShown(venue.lastSeq());
        ask(buyer, "GET", "/v1/orders?state=all&limit=2", "");
        ask(buyer, "GET", "/v1/orders?state=all", "");
        ask(seller, "GET", "/v1/orders?state=open&symbol=BTC-EUR&account=A-301", "");
        ask(buyer, "GET", "/v1/fills?limit=1", "");
        ask(buyer, "GET", "/v1/fills", "");
        ask(seller, "DELETE", "/v1/orders?symbol=BTC-EUR&side=sell", "");
        venue.awaitShown(venue.lastSeq());
        venue.shown(venue.send(seller, "POST", "/v1/orders", ServedVenue.order("sell", "65000", "0.1", "s9")));
        assertEquals(404, venue.send(buyer, "GET", "/v1/orders/1", "").statusCode());
        check(
                Map.of("$ref", "#/components/schemas/Problem"),
                json(venue.send(buyer, "GET", "/v1/orders/1", "").body()));
        check(
                Map.of("$ref", "#/components/schemas/Problem"),
                json(venue.send(buyer, "POST", "/v1/orders", "{\"symbol\":\"BTC-EUR\"}")
                        .body()));
        final String much = ServedVenue.order("buy", "60000", "900", "much");
        venue.send(buyer, "POST", "/v1/orders", much);
        check(
                Map.of("$ref", "#/components/schemas/Problem"),
                json(venue.send(buyer, "POST", "/v1/orders", much).body()));
    }

    private void embed(final long id, final int symbol, final Side side, final long uid) {
        embed(PlaceOrder.gtc(uid, symbol, id, side, 1_000, 10));
    }

    /** Places an order of a program in the venue's process. */
    private void embed(final PlaceOrder order) {
        assertTrue(venue.exchange().submit(order).join().isSuccess(), order::toString);
    }

    private void place(final String token, final String clientId, final String more) throws Exception {
        ask(
                token,
                "POST",
                "/v1/orders",
                "{\"symbol\":\"BTC-EUR\",\"side\":\"sell\",\"type\":\"limit\",\"clientOrderId\":\"" + clientId + "\","
                        + more + "}");
    }

    private void bid(final String token, final String more) throws Exception {
        ask(
                token,
                "POST",
                "/v1/orders",
                "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"limit\",\"price\":\"58000\",\"size\":\"0.0001\","
                        + more + "}");
    }

    private void look(final String trader) throws Exception {
        for (final String path : List.of(
                "/v1/time",
                "/v1/listings",
                "/v1/listings/BTC-EUR",
                "/v1/book/BTC-EUR?depth=2",
                "/v1/trades/BTC-EUR?limit=1",
                "/v1/ticker",
                "/v1/ticker/BTC-EUR",
                "/v1/candles/BTC-EUR?interval=1s&from=0&to=9000000000000000&limit=5",
                "/v1/account?account=A-302",
                "/v1/positions?account=A-302",
                "/v1/session",
                "/v1/keys",
                "/livez",
                "/readyz",
                "/healthz",
                "/v1/status",
                "/v1/openapi.json",
                "/problems/BAD_FORM")) {
            ask(trader, "GET", path, "");
        }
    }

    private void operate(final String admin) throws Exception {
        ask(admin, "POST", "/v1/admin/snapshot", "");
        ask(admin, "POST", "/v1/admin/backup", "{\"name\":\"b\"}");
        ask(admin, "POST", "/v1/admin/reload", "");
        ask(
                admin,
                "POST",
                "/v1/admin/listings",
                "{\"currency\":{\"SOL\":{\"id\":4,\"decimals\":8}},\"listing\":{\"SOL-EUR\":{\"symbol\":17,"
                        + "\"type\":\"futures\",\"base\":\"SOL\",\"quote\":\"EUR\",\"tick\":\"0.01\",\"lot\":\"0.001\","
                        + "\"tickValue\":\"0.01\",\"marginBuy\":\"1\",\"marginSell\":\"1\",\"maxPrice\":\"1000\"}}}");
        embed(81, 17, Side.ASK, 301);
        embed(82, 17, Side.BID, 302);
        venue.awaitShown(venue.lastSeq());
        try (StreamClient streams = StreamClient.open(venue, admin)) {
            streams.send("{\"op\":\"ping\"}");
            streams.next();
            final String there = ask(admin, "GET", "/v1/admin/sessions", "");
            ask(admin, "POST", "/v1/admin/sessions/" + number("session", there) + "/end", "");
        }
        for (final String path : List.of(
                "overview",
                "balance",
                "journal",
                "users",
                "users?limit=1",
                "users/301",
                "snapshots",
                "history",
                "audit?limit=2",
                "latency",
                "hops?limit=2",
                "keys")) {
            ask(admin, "GET", "/v1/admin/" + path, "");
        }
        ask(admin, "GET", "/metrics", "");
    }

    private void people(final String admin) throws Exception {
        ask(admin, "POST", "/v1/admin/users", "{\"uid\":303}");
        ask(admin, "POST", "/v1/admin/users/303/adjust", ServedVenue.adjust("EUR", "5", 1));
        ask(admin, "POST", "/v1/admin/users/303/suspend", "");
        ask(admin, "POST", "/v1/admin/users/303/resume", "");
        ask(admin, "POST", "/v1/admin/users/303/settings", "{\"stpMode\":\"cancel_both\",\"stpGroup\":7}");
        ask(admin, "POST", "/v1/admin/kill-switch", "{\"uid\":303}");
        final String key = ask(
                admin,
                "POST",
                "/v1/admin/keys",
                "{\"name\":\"ada\",\"kind\":\"password\",\"roles\":[\"trader\"],\"accounts\":{\"A\":303},"
                        + "\"from\":[\"127.0.0.0/8\"],\"password\":\"correct horse\"}");
        ask(
                admin,
                "POST",
                "/v1/admin/keys",
                "{\"name\":\"bot\",\"kind\":\"hmac\",\"roles\":[\"trader\"],\"accounts\":{\"A\":303}}");
        cookies();
        ask(admin, "DELETE", "/v1/admin/keys/" + number("number", key), "");
    }

    /** Logs a person with a password in, changes the password, and logs out. */
    private void cookies() throws Exception {
        final String first = browse("", "/v1/session", "{\"name\":\"ada\",\"password\":\"correct horse\"}");
        final String second = browse(first, "/v1/password", "{\"old\":\"correct horse\",\"new\":\"battery staple\"}");
        browse(second, "/v1/session/code", "");
        browse(second, "/v1/logout", "");
    }

    /** Sends a request as a browser, and returns the cookie of the answer. */
    private String browse(final String cookie, final String path, final String body) throws Exception {
        final String origin = "http://127.0.0.1:" + venue.port();
        final HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(origin + path))
                                .header("Origin", origin)
                                .header("Cookie", cookie)
                                .header("X-Daybook", "1")
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        checked("POST", path, answer);
        return answer.headers().firstValue("Set-Cookie").orElse("").replaceFirst(";.*", "");
    }

    private static String number(final String name, final String json) {
        return json.replaceFirst("(?s).*\"" + name + "\":(\\d+).*", "$1");
    }

    private String ask(final String token, final String method, final String target, final String body)
            throws Exception {
        return checked(
                method,
                target,
                method.equals("GET") ? venue.get(token, target) : venue.send(token, method, target, body));
    }

    private String checked(final String method, final String target, final HttpResponse<String> answer)
            throws IOException {
        final String asked = target.replaceFirst("\\?.*", "");
        final String path = at("paths").keySet().stream()
                .map(String::valueOf)
                .filter(one -> asked.matches(one.replaceAll("\\{\\w+}", "[^/]+")))
                .min((one, other) -> Integer.compare(one.indexOf('{'), other.indexOf('{')))
                .orElseThrow(() -> new AssertionError("not described: " + target));
        final String operation = method.toLowerCase(Locale.ROOT);
        final Map<?, ?> responses = at("paths", path, operation, "responses");
        final Object response = responses.get(Integer.toString(answer.statusCode()));
        assertTrue(response != null, () -> method + " " + target + ": " + answer.statusCode() + " " + answer.body());
        final Map<?, ?> content = (Map<?, ?>) Objects.requireNonNull(((Map<?, ?>) response).get("content"));
        final Object type = content.keySet().iterator().next();
        assertTrue(
                answer.headers().firstValue("Content-Type").orElse("").startsWith(String.valueOf(type)),
                () -> target + " " + answer.headers().map());
        final Object schema = Objects.requireNonNull(((Map<?, ?>) content.get(type)).get("schema"));
        if ("application/json".equals(type) && !path.equals("/v1/openapi.json")) {
            check(schema, json(answer.body()));
        }
        answered.add(operation + " " + path);
        return answer.body();
    }

    /** Checks a value against a schema, and records the members that occur. */
    private void check(final Object schema, final @Nullable Object value) {
        final Map<?, ?> one = (Map<?, ?>) schema;
        final Object ref = one.get("$ref");
        if (ref != null) {
            final String name = String.valueOf(ref).replaceFirst(".*/", "");
            final Map<?, ?> members = at("components", "schemas", name, "properties");
            final Map<?, ?> object = (Map<?, ?>) Objects.requireNonNull(value);
            final Set<?> required =
                    new TreeSet<>((List<?>) at("components", "schemas", name).get("required"));
            assertTrue(object.keySet().containsAll(required), () -> name + " must have " + required + ": " + object);
            object.forEach((key, member) -> {
                assertTrue(members.containsKey(key), () -> name + " has no " + key + ": " + object);
                seen.add(name + "." + key);
                check(Objects.requireNonNull(members.get(key)), member);
            });
            return;
        }
        switch (String.valueOf(one.get("type"))) {
            case "string" -> {
                final List<?> words = (List<?>) one.get("enum");
                assertTrue(value instanceof String && (words == null || words.contains(value)), one + ": " + value);
            }
            case "integer" -> assertTrue(value instanceof Long, one + ": " + value);
            case "boolean" -> assertTrue(value instanceof Boolean, one + ": " + value);
            case "array" ->
                ((List<?>) Objects.requireNonNull(value))
                        .forEach(item -> check(Objects.requireNonNull(one.get("items")), item));
            default ->
                ((Map<?, ?>) Objects.requireNonNull(value))
                        .values()
                        .forEach(item -> check(Objects.requireNonNull(one.get("additionalProperties")), item));
        }
    }

    private Map<?, ?> at(final String... names) {
        Map<?, ?> found = api;
        for (final String name : names) {
            found = (Map<?, ?>) Objects.requireNonNull(found.get(name), name);
        }
        return found;
    }

    private static @Nullable Object json(final String text) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            return value(parser, parser.nextToken());
        }
    }

    private static @Nullable Object value(final JsonParser parser, final JsonToken token) throws IOException {
        switch (token) {
            case START_OBJECT -> {
                final Map<String, @Nullable Object> object = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    final String name = parser.currentName();
                    object.put(name, value(parser, parser.nextToken()));
                }
                return object;
            }
            case START_ARRAY -> {
                final List<@Nullable Object> list = new ArrayList<>();
                JsonToken next = parser.nextToken();
                while (next != JsonToken.END_ARRAY) {
                    list.add(value(parser, next));
                    next = parser.nextToken();
                }
                return list;
            }
            case VALUE_NUMBER_INT -> {
                return parser.getLongValue();
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                return parser.getBooleanValue();
            }
            default -> {
                return parser.getText();
            }
        }
    }
}
