package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages that hostile clients send over streams, or do not read: each client gets the fault, and no other is
 * affected.
 */
@Proves("hostile requests over HTTP and WebSocket are refused and affect no other client")
@Tag("whole")
class HostileStreamsTest {
    private static final int TEXT = 0x81;
    private static final int TEXT_OF_SEVERAL = 0x01;
    private static final int PING = 0x89;
    private static final int PONG = 0x8A;
    private static final int CONTINUATION = 0x00;
    private static final int BINARY = 0x82;
    private static final int COMPRESSED_TEXT = 0xC1;
    private static final byte[] SUBSCRIBE_ORDERS = "{\"op\":\"subscribe\",\"channels\":[\"orders\"]}".getBytes();

    /** The patience with the thread of the streams, which may not run while orders are answered. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private static final String CLOSED = "(?s).*daybook_ws_slow_closed_total [1-9].*";
    private static final String MERGED = "(?s).*daybook_ws_conflated_total [1-9].*";

    @TempDir
    private static Path folder;

    private static ServedVenue venue;
    private static String anna;
    private static String bert;
    private static String viewer;

    @BeforeAll
    static void start() throws Exception {
        venue = ServedVenue.start(folder);
        anna = venue.trader(301, "2", "1000000");
        bert = venue.trader(302, "2", "1000000");
        viewer = member(
                ok(venue.send(
                        venue.adminToken(),
                        "POST",
                        "/v1/admin/keys",
                        "{\"name\":\"v\",\"kind\":\"bearer\",\"roles\":[\"viewer\"]}")),
                "secret");
    }

    @AfterAll
    static void stop() {
        venue.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "no json|BAD_FORM|",
                "[]|BAD_FORM|",
                "{\"op\":\"subscribe\"|BAD_FORM|",
                "{\"op\":\"ping\"}{}|BAD_FORM|",
                "{\"op\":\"ping\",\"op\":\"ping\"}|BAD_FORM|",
                "{}|BAD_FORM|/op",
                "{\"op\":1}|BAD_FORM|/op",
                "{\"op\":\"order\"}|BAD_FORM|/op",
                "{\"op\":\"ping\",\"id\":-1}|BAD_FORM|/id",
                "{\"op\":\"ping\",\"id\":\"1\"}|BAD_FORM|/id",
                "{\"op\":\"ping\",\"ip\":1}|BAD_FORM|/ip",
                "{\"op\":\"subscribe\"}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":\"status\"}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[1]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"status\",\"status\"]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"tickers\"]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"book\"]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"book:\"]}|NOT_FOUND|",
                "{\"op\":\"subscribe\",\"channels\":[\"book:DOGE-EUR\"]}|NOT_FOUND|",
                "{\"op\":\"subscribe\",\"channels\":[\"book:BTC-EUR:\"]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"book:BTC-EUR:5\"]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"status:BTC-EUR\"]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"top:BTC-EUR\"]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"top:BTC-EUR:0\"]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"top:BTC-EUR:101\"]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"top:BTC-EUR:99999999999\"]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"candles:BTC-EUR\"]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"candles:BTC-EUR:2m\"]}|BAD_FORM|/channels",
                "{\"op\":\"subscribe\",\"channels\":[\"status\"],\"from\":{\"status\":1}}|BAD_FORM|/from/status",
                "{\"op\":\"subscribe\",\"channels\":[\"status\"],\"from\":{\"orders\":1}}|BAD_FORM|/from/orders",
                "{\"op\":\"subscribe\",\"channels\":[\"trades:BTC-EUR\"],\"from\":{\"trades:BTC-EUR\":1}}"
                        + "|BAD_FORM|/from/trades:BTC-EUR",
                "{\"op\":\"subscribe\",\"channels\":[\"trades:BTC-EUR\"],\"from\":{\"trades:BTC-EUR\":{\"seq\":1}}}"
                        + "|BAD_FORM|/from/trades:BTC-EUR/event",
                "{\"op\":\"subscribe\",\"channels\":[\"orders\"]}|UNAUTHENTICATED|",
                "{\"op\":\"unsubscribe\",\"channels\":[\"status\"]}|BAD_FORM|/channels",
                "{\"op\":\"auth\"}|BAD_FORM|",
                "{\"op\":\"auth\",\"token\":\"dbk_1\",\"key\":\"k262145\",\"time\":1,\"sign\":\"0\"}|BAD_FORM|",
                "{\"op\":\"auth\",\"key\":\"k262145\",\"time\":\"1\",\"sign\":\"0\"}|BAD_FORM|/time",
                "{\"op\":\"auth\",\"token\":\"dbk_1\"}|UNAUTHENTICATED|",
                "{\"op\":\"auth\",\"key\":\"k262145\",\"time\":1,\"sign\":\"00\"}|UNAUTHENTICATED|",
                "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}}}|BAD_FORM|"
            })
    void shouldSayWhatIsWrong(final String message, final String code, final String pointer) {
        try (StreamClient client = StreamClient.open(venue)) {
            final String answer = client.send(message).next();
            assertEquals("error", member(answer, "op"), answer);
            assertEquals(code, member(answer, "code"), answer);
            if (pointer != null) {
                assertTrue(answer.contains("\"pointer\":\"" + pointer + "\""), answer);
            }
            assertEquals("pong", member(client.send("{\"op\":\"ping\"}").next(), "op"), "the connection must continue");
        }
    }

    @Test
    void shouldSubscribeAllOrNothing() {
        try (StreamClient client = StreamClient.open(venue)) {
            client.send("{\"op\":\"subscribe\",\"id\":1,\"channels\":[\"status\",\"book:DOGE-EUR\"]}")
                    .next("\"error\",\"id\":1,\"code\":\"NOT_FOUND\"");
            client.send("{\"op\":\"unsubscribe\",\"channels\":[\"status\"]}").next("\"BAD_FORM\"");
        }
    }

    @Test
    void shouldTellOwnOrdersToNobodyElse() {
        try (StreamClient client = StreamClient.open(venue, viewer)) {
            client.send("{\"op\":\"subscribe\",\"channels\":[\"orders\"]}").next("\"FORBIDDEN\"");
            client.send("{\"op\":\"auth\",\"token\":\"" + anna + "\"}").next("\"pointer\":\"/op\"");
        }
        try (StreamClient client = StreamClient.open(venue, anna)) {
            client.send("{\"op\":\"subscribe\",\"channels\":[\"orders:A-302\"]}")
                    .next("\"NOT_YOURS\"");
            client.send("{\"op\":\"subscribe\",\"channels\":[\"balances:\"]}").next("\"NOT_YOURS\"");
            client.subscribe("orders:A-301");
        }
    }

    @Test
    void shouldTakeAMessageInFragments() {
        try (StreamClient client = StreamClient.open(venue)) {
            client.part("{\"op\":", false).part("\"pi", false).part("ng\"}", true);
            assertEquals("pong", member(client.next(), "op"));
        }
    }

    @Test
    void shouldCloseAfterThreeWrongKeys() {
        try (StreamClient client = StreamClient.open(venue)) {
            for (int i = 0; i < 3; i++) {
                client.send("{\"op\":\"auth\",\"token\":\"dbk_1\"}");
            }
            client.next((final String message) -> message.startsWith("closed 4401"));
        }
    }

    @Test
    void shouldCloseWhatAKeyHasOpenedWhenItEnds() throws Exception {
        final String key = ok(venue.send(
                venue.adminToken(),
                "POST",
                "/v1/admin/keys",
                "{\"name\":\"short\",\"kind\":\"bearer\",\"roles\":[\"trader\"],\"accounts\":{\"A\":301}}"));
        try (StreamClient client = StreamClient.open(venue, member(key, "secret"));
                StreamClient other = StreamClient.open(venue, anna)) {
            client.subscribe("orders").next("begin");
            other.subscribe("orders").next("begin");
            ok(venue.send(venue.adminToken(), "DELETE", "/v1/admin/keys/" + member(key, "number"), ""));
            assertEquals("closed 4401 the key is no longer valid", client.next());
            assertEquals("pong", member(other.send("{\"op\":\"ping\"}").next(), "op"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1003,text",
        "1007,UTF-8",
        "1009,16 KiB",
        "1009,long",
        "1009,fragments",
        "1002,mask",
        "1002,bits",
        "1002,order"
    })
    void shouldCloseWhatIsAgainstTheProtocol(final int code, final String what) throws Exception {
        try (RawSocket peer = RawSocket.open(venue.port(), "")) {
            final byte[] large = new byte[10_000];
            Arrays.fill(large, (byte) ' ');
            switch (what) {
                case "text" -> peer.send(BINARY, new byte[] {1});
                case "UTF-8" -> peer.send(TEXT, new byte[] {'"', (byte) 0xC3, '"'});
                case "16 KiB" -> {
                    peer.send(TEXT_OF_SEVERAL, large);
                    peer.send(CONTINUATION, large);
                }
                case "long" -> peer.send(TEXT, new byte[20_000]);
                case "fragments" -> {
                    peer.send(TEXT_OF_SEVERAL, new byte[0]);
                    for (int i = 0; i < 64; i++) {
                        peer.send(CONTINUATION, new byte[0]);
                    }
                }
                case "mask" -> peer.sendUnmasked(TEXT, "{}".getBytes());
                case "bits" -> peer.send(COMPRESSED_TEXT, "{}".getBytes());
                default -> peer.send(CONTINUATION | 0x80, "{}".getBytes());
            }
            assertEquals(code, peer.closed());
        }
        assertEquals(
                "pong",
                member(StreamClient.open(venue).send("{\"op\":\"ping\"}").next(), "op"));
    }

    /** Each frame costs the server as much as a message. */
    @ParameterizedTest
    @ValueSource(ints = {PING, PONG})
    void shouldCloseAPeerWhoseControlFramesComeTooFast(final int frame) throws Exception {
        for (final String path :
                new String[] {"/v1/stream", "/ws/btceur@trade", "/stream?streams=btceur@trade", "/ws-api/v3"}) {
            try (RawSocket peer = RawSocket.at(venue.port(), path, "")) {
                // in one write, so that the server has read all when it closes: unread bytes would
                // cause a reset
                peer.sendAtOnce(frame, 200);
                assertEquals(1_008, peer.closed(), path);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "421 Host: elsewhere.example",
                "403 Origin: http://elsewhere.example",
                "426 Sec-WebSocket-Version: 8",
                "401 Authorization: Bearer dbk_1",
                "400 Sec-WebSocket-Key: "
            })
    void shouldRefuseTheUpgradeOf(final String header) throws Exception {
        final String answer = RawSocket.upgrade(venue.port(), header.substring(4));
        assertTrue(answer.startsWith("HTTP/1.1 " + header.substring(0, 3)), answer);
        assertTrue(answer.contains("application/problem+json"), answer);
    }

    @Test
    void shouldCloseWhoReadsOwnOrdersTooSlowlyAndHoldUpNobody() throws Exception {
        try (RawSocket stalled = RawSocket.open(venue.port(), bert);
                StreamClient client = StreamClient.open(venue, bert).subscribe("orders", "book:BTC-EUR")) {
            stalled.send(TEXT, SUBSCRIBE_ORDERS);
            long n = Long.parseLong(member(client.next("begin"), "n")); // other tests have traded before
            final StreamedBook book = new StreamedBook();
            book.take(client.next("snapshot"));
            final long beganNs = System.nanoTime();
            for (int i = 0; !ok(venue.get(viewer, "/metrics")).matches(CLOSED); i++) {
                assertTrue(i < 200 || System.nanoTime() - beganNs < PATIENCE_NS, "the slow client must be closed");
                for (int j = 0; j < 25; j++) { // its orders are on both sides of the trades
                    final String id = "slow-" + i + "-" + j;
                    ok(venue.send(
                            bert, "POST", "/v1/orders", order(j % 2 == 0 ? "sell" : "buy", "100.00", "0.00001", id)));
                }
            }
            assertEquals(4_408, stalled.closed());
            assertTrue(stalled.reason().startsWith("TOO_SLOW orders n="), stalled.reason());
            final String last = ok(venue.send(bert, "POST", "/v1/orders", order("buy", "99.00", "0.00001", "slow")));
            for (String message = client.next();
                    !message.contains("\"clientOrderId\":\"slow\"");
                    message = client.next()) {
                if (message.contains("\"ch\":\"orders\"")) {
                    assertEquals(n + 1, Long.parseLong(member(message, "n")));
                    n++;
                } else if (message.contains("\"diff\"")) {
                    book.take(message);
                }
            }
            while (book.seq() < Long.parseLong(member(last, "seq"))) {
                final String message = client.next();
                if (message.contains("\"diff\"")) {
                    book.take(message);
                }
            }
        }
    }

    @Test
    void shouldMergeTheBookForWhoReadsSlowlySoThatTheRuleHolds() throws Exception {
        for (int i = 0; i < 130; i++) {
            ok(venue.send(anna, "POST", "/v1/orders", order("sell", "100.00", "0.00001", "ms-" + i)));
            ok(venue.send(bert, "POST", "/v1/orders", order("buy", "100.00", "0.00001", "mb-" + i)));
        }
        try (RawSocket slow = RawSocket.open(venue.port(), "")) {
            slow.send(TEXT, "{\"op\":\"subscribe\",\"channels\":[\"book:BTC-EUR\"]}".getBytes());
            final String trades = "subscribe\",\"channels\":[\"trades:BTC-EUR\"]";
            for (int i = 0; i < 40; i++) { // each stream gets a part of the backlog, until nothing more can be sent
                slow.send(
                        TEXT,
                        ("{\"op\":\"" + trades + ",\"from\":{\"trades:BTC-EUR\":{\"seq\":0,\"event\":0}}}").getBytes());
                slow.send(TEXT, ("{\"op\":\"un" + trades + "}").getBytes());
            }
            String placed = "";
            final long beganNs = System.nanoTime();
            for (int i = 0; !ok(venue.get(viewer, "/metrics")).matches(MERGED); i++) {
                assertTrue(i < 2_000 || System.nanoTime() - beganNs < PATIENCE_NS, "nothing was merged");
                placed = ok(venue.send(
                        anna, "POST", "/v1/orders", order("buy", (1 + i % 50) + ".00", "0.00001", "m-" + i)));
            }
            placed = ok(venue.send(anna, "POST", "/v1/orders", order("buy", "77.00", "0.00001", "m-last")));
            final StreamedBook book = new StreamedBook();
            while (book.seq() < Long.parseLong(member(placed, "seq"))) {
                final String message = slow.text();
                if (message.contains("\"ch\":\"book")) {
                    book.take(message);
                }
            }
            assertEquals(StreamedBook.of(ok(venue.get("", "/v1/book/BTC-EUR?depth=5000"))), book);
        }
    }
}
