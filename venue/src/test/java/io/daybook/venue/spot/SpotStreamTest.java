package io.daybook.venue.spot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.venue.ServedVenue;
import io.daybook.venue.StreamClient;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The streams of the dialect, message by message. */
@Proves("the spot dialect's streams are right, message by message")
@Tag("whole")
class SpotStreamTest {
    private static final String KEYS = "/api/v3/userDataStream";

    @TempDir
    private Path folder;

    private ServedVenue venue;
    private SpotClient anna;

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

    private String order(final String side, final String price, final String more) throws Exception {
        return ServedVenue.ok(anna.signed(
                "POST",
                "/api/v3/order",
                "symbol=BTCEUR&side=" + side + "&type=LIMIT&timeInForce=GTC&quantity=0.1&price=" + price + more));
    }

    @Test
    void shouldTellAnAccountWhatHappensToItByAListenKey() throws Exception {
        final String key = ServedVenue.member(ServedVenue.ok(anna.send("POST", KEYS, "", "")), "listenKey");
        assertEquals(
                key,
                ServedVenue.member(ServedVenue.ok(anna.send("POST", KEYS, "", "")), "listenKey"),
                "each key has one listen key");
        try (StreamClient stream = StreamClient.at(venue, "/ws/" + key);
                StreamClient combined = StreamClient.at(venue, "/stream?streams=" + key)) {
            order("SELL", "100", "&newClientOrderId=a-1");
            final String wrapped = combined.next("executionReport");
            assertTrue(wrapped.startsWith("{\"stream\":\"account\",\"data\":{\"e\":\"executionReport\""), wrapped);
            // Reports and positions are sent by different threads.
            final List<String> told = stream.all("executionReport", "outboundAccountPosition");
            final String rested = told.get(0);
            assertTrue(rested.contains("\"c\":\"a-1\",\"S\":\"SELL\",\"o\":\"LIMIT\",\"f\":\"GTC\""), rested);
            assertTrue(rested.contains("\"x\":\"NEW\",\"X\":\"NEW\""), rested);
            assertTrue(rested.matches(".*\"I\":\\d+,\"M\":false,.*"), rested);
            assertEquals(
                    new TreeSet<>(List.of("eEscSofqpPFgCxXrilzLnNTtIwmMOZYQWV".split(""))),
                    new TreeSet<>(Pattern.compile("\"(\\w+)\":")
                            .matcher(rested)
                            .results()
                            .map(field -> field.group(1))
                            .toList()),
                    "the report must have the fields of that API");
            final String held = told.get(1);
            assertTrue(held.contains("{\"a\":\"BTC\",\"f\":\"1.90000000\",\"l\":\"0.10000000\"}"), held);
            ServedVenue.ok(anna.signed("DELETE", "/api/v3/order", "symbol=BTCEUR&origClientOrderId=a-1"));
            assertTrue(stream.next("executionReport").contains("\"x\":\"CANCELED\",\"X\":\"CANCELED\""));
            ServedVenue.ok(anna.send("PUT", KEYS, "listenKey=" + key, ""));
            ServedVenue.ok(anna.send("DELETE", KEYS, "listenKey=" + key, ""));
            assertTrue(stream.next("closed").startsWith("closed 4401"));
        }
        assertEquals(
                "-1125",
                ServedVenue.member(
                        anna.send("PUT", KEYS, "listenKey=" + key, "").body(), "code"));
        assertThrows(CompletionException.class, () -> StreamClient.at(venue, "/ws/" + key));
    }

    /** Traders that receive a trade or the end of an order before NEW ignore it, and wait. */
    @Test
    void shouldSayThatAnOrderIsNewBeforeAllThatHappensToIt() throws Exception {
        final String key = ServedVenue.member(ServedVenue.ok(anna.send("POST", KEYS, "", "")), "listenKey");
        venue.user(302, "1", "30000");
        final SpotClient bert = SpotClient.of(venue, 302);
        ServedVenue.ok(bert.signed(
                "POST", "/api/v3/order", "symbol=BTCEUR&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.1&price=90"));
        final String sell = "symbol=BTCEUR&side=SELL&quantity=0.15&type=LIMIT&price=90&newClientOrderId=";
        try (StreamClient stream = StreamClient.at(venue, "/ws/" + key)) {
            ServedVenue.ok(anna.signed("POST", "/api/v3/order", sell + "a-1&timeInForce=IOC"));
            final String first = stream.next("executionReport");
            assertTrue(first.contains("\"c\":\"a-1\"") && first.contains("\"x\":\"NEW\",\"X\":\"NEW\""), first);
            assertTrue(first.contains("\"l\":\"0.00000\"") && first.contains("\"z\":\"0.00000\""), first);
            assertTrue(first.contains("\"w\":true"), first);
            final String trade = stream.next("executionReport");
            assertTrue(trade.contains("\"x\":\"TRADE\",\"X\":\"PARTIALLY_FILLED\""), trade);
            assertTrue(stream.next("executionReport").contains("\"x\":\"EXPIRED\",\"X\":\"EXPIRED\""));
            ServedVenue.ok(anna.signed("POST", "/api/v3/order", sell + "a-2&timeInForce=FOK"));
            assertTrue(stream.next("executionReport").contains("\"x\":\"NEW\",\"X\":\"NEW\""));
            assertTrue(stream.next("executionReport").contains("\"x\":\"EXPIRED\",\"X\":\"EXPIRED\""));
            ServedVenue.ok(anna.signed("POST", "/api/v3/order", sell + "a-3&timeInForce=GTC"));
            assertTrue(stream.next("executionReport").contains("\"x\":\"NEW\",\"X\":\"NEW\""));
            ServedVenue.ok(bert.signed("POST", "/api/v3/order", "symbol=BTCEUR&side=BUY&type=MARKET&quantity=0.15"));
            assertTrue(stream.next("executionReport").contains("\"x\":\"TRADE\",\"X\":\"FILLED\""), "NEW comes once");
        }
    }

    /** Such an order never rests, so it is neither taken off the book nor refused. */
    @Test
    void shouldSayThatAnOrderExpiresThatWouldTradeWithItsOwner() throws Exception {
        final String key = ServedVenue.member(ServedVenue.ok(anna.send("POST", KEYS, "", "")), "listenKey");
        order("SELL", "100", "");
        try (StreamClient stream = StreamClient.at(venue, "/ws/" + key)) {
            final String answer = order("BUY", "100", "&selfTradePreventionMode=EXPIRE_TAKER");
            assertEquals("EXPIRED", ServedVenue.member(answer, "status"));
            final String placed = stream.next("\"S\":\"BUY\"");
            assertTrue(placed.contains("\"x\":\"NEW\",\"X\":\"NEW\""), placed);
            final String told = stream.next("\"S\":\"BUY\"");
            assertTrue(told.contains("\"x\":\"EXPIRED\",\"X\":\"EXPIRED\""), told);
        }
    }

    @Test
    void shouldGiveListenKeysOnlyToWhoHasSeenTheSecret() throws Exception {
        final String id = anna.apiKey.substring(0, anna.apiKey.indexOf('.'));
        for (final String guessed : new String[] {id, id + "." + "0".repeat(32)}) {
            assertEquals(401, anna.send("POST", KEYS, "", "", guessed).statusCode(), guessed);
        }
        ServedVenue.ok(anna.signed("GET", "/api/v3/account", ""));
    }

    @Test
    void shouldSubscribeAndEnd() throws Exception {
        try (StreamClient stream = StreamClient.at(venue, "/ws")) {
            stream.send("{\"method\":\"SUBSCRIBE\",\"params\":[\"btceur@trade\",\"btceur@depth@100ms\"],\"id\":1}");
            assertEquals("{\"result\":null,\"id\":1}", stream.next());
            stream.send("{\"method\":\"LIST_SUBSCRIPTIONS\",\"id\":\"two\"}");
            assertEquals("{\"result\":[\"btceur@trade\",\"btceur@depth@100ms\"],\"id\":\"two\"}", stream.next());
            stream.send("{\"method\":\"SUBSCRIBE\",\"params\":[\"btceur@nothing\"],\"id\":3}");
            assertTrue(stream.next().startsWith("{\"error\":{\"code\":-1130,"));
            stream.send("{\"method\":\"UNSUBSCRIBE\",\"params\":[\"btceur@depth@100ms\"],\"id\":4}");
            assertEquals("{\"result\":null,\"id\":4}", stream.next());
            order("SELL", "100", "");
            order("BUY", "100", "");
            final String trade = stream.next();
            assertTrue(trade.startsWith("{\"e\":\"trade\",\"E\":"), trade);
            assertTrue(trade.contains("\"s\":\"BTCEUR\",\"t\":1,\"p\":\"100.00\",\"q\":\"0.10000\""), trade);
        }
    }

    @Test
    void shouldNumberChangesOfABookWithoutGaps() throws Exception {
        try (StreamClient stream = StreamClient.at(venue, "/stream?streams=btceur@bookTicker")) {
            stream.send("{\"method\":\"SUBSCRIBE\",\"params\":[\"btceur@depth@100ms\"],\"id\":1}");
            stream.next("\"id\":1");
            venue.awaitShown(venue.lastSeq());
            final String begin = ServedVenue.ok(anna.get("/api/v3/depth?symbol=BTCEUR"));
            long last = Long.parseLong(ServedVenue.member(begin, "lastUpdateId"));
            for (int i = 0; i < 5; i++) {
                order("SELL", "10" + i, "");
                final String diff = stream.next("\"stream\":\"btceur@depth@100ms\"");
                final long from = Long.parseLong(ServedVenue.member(diff, "U"));
                assertTrue(from == last + 1, diff);
                last = Long.parseLong(ServedVenue.member(diff, "u"));
                final String book = ServedVenue.ok(anna.get("/api/v3/depth?symbol=BTCEUR"));
                assertEquals(last, Long.parseLong(ServedVenue.member(book, "lastUpdateId")));
            }
        }
    }

    @Test
    void shouldMissNoChangeOfABookAfterTheAnswerToAPathOfStreams() throws Exception {
        for (int i = 0; i < 5; i++) {
            try (StreamClient stream = StreamClient.at(venue, "/ws/btceur@trade/btceur@depth@100ms")) {
                order("SELL", "11" + i, "");
                stream.next("[[\"11" + i + ".00\",");
            }
        }
    }

    @Test
    void shouldAnswerRequestsOverASocket() throws Exception {
        try (StreamClient stream = StreamClient.at(venue, "/ws-api/v3")) {
            stream.send("{\"id\":\"1\",\"method\":\"ping\"}");
            assertEquals("{\"id\":\"1\",\"status\":200,\"result\":{}}", stream.next());
            stream.send("{\"id\":\"2\",\"method\":\"time\",\"params\":{}}");
            assertTrue(stream.next().startsWith("{\"id\":\"2\",\"status\":200,\"result\":{\"serverTime\":"));
            final long now = System.currentTimeMillis();
            final String signed = "apiKey=" + anna.apiKey + "&recvWindow=60000&timestamp=" + now;
            final String params = "{\"apiKey\":\"" + anna.apiKey + "\",\"recvWindow\":60000,\"timestamp\":" + now
                    + ",\"signature\":\"";
            final String method = ",\"method\":\"userDataStream.subscribe.signature\",\"params\":";
            stream.send("{\"id\":3" + method + params + "00\"}}");
            assertEquals(
                    "{\"id\":3,\"status\":401,\"error\":{\"code\":-1022,"
                            + "\"msg\":\"Signature for this request is not valid.\"}}",
                    stream.next());
            stream.send("{\"id\":4" + method + params + anna.sign(signed) + "\"}}");
            assertEquals("{\"id\":4,\"status\":200,\"result\":{\"subscriptionId\":0}}", stream.next());
            order("SELL", "100", "");
            final String report = stream.next("executionReport");
            assertTrue(report.startsWith("{\"subscriptionId\":0,\"event\":{\"e\":\"executionReport\""), report);
            stream.send("{\"id\":5,\"method\":\"userDataStream.unsubscribe\"}");
            stream.next("\"id\":5,\"status\":200");
            stream.send("{\"id\":6,\"method\":\"order.none\",\"params\":{}}");
            assertTrue(stream.next("\"id\":6").contains("\"code\":-1020"));
        }
    }
}
