package io.daybook.venue.spot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.venue.ServedVenue;
import io.daybook.venue.StreamClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dialect of a venue that offers neither orders nor history. */
@Proves("parts that a venue has switched off are refused with the reason, and return complete")
class SpotOfferTest {
    @TempDir
    private Path folder;

    private ServedVenue venue;
    private SpotClient anna;

    @BeforeEach
    void start() throws Exception {
        venue = ServedVenue.start(folder, "http.orders=false", "http.history=false");
        venue.user(301, "2", "1000");
        anna = SpotClient.of(venue, 301);
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    private static void assertNotOffered(final String key, final HttpResponse<String> answer) {
        assertEquals(404, answer.statusCode(), answer.body());
        assertEquals("-1020", ServedVenue.member(answer.body(), "code"));
        assertTrue(answer.body().contains(" can switch it on with " + key + " = true."), answer.body());
    }

    @Test
    void shouldSayOfEachRouteThatItIsSwitchedOff() throws Exception {
        for (final String route : List.of(
                "POST /api/v3/order",
                "GET /api/v3/order",
                "DELETE /api/v3/order",
                "POST /api/v3/order/test",
                "POST /api/v3/order/cancelReplace",
                "GET /api/v3/openOrders",
                "DELETE /api/v3/openOrders",
                "GET /api/v3/allOrders",
                "GET /api/v3/myTrades")) {
            final String[] words = route.split(" ");
            assertNotOffered("http.orders", anna.signed(words[0], words[1], "symbol=BTCEUR"));
        }
        for (final String method : List.of("POST", "PUT", "DELETE")) {
            assertNotOffered("http.orders", anna.send(method, "/api/v3/userDataStream", "", ""));
        }
        for (final String path : List.of(
                "trades", "historicalTrades", "aggTrades", "klines", "avgPrice", "ticker/24hr", "ticker/price")) {
            assertNotOffered("http.history", anna.get("/api/v3/" + path + "?symbol=BTCEUR"));
        }
    }

    @Test
    void shouldServeTheRest() throws Exception {
        assertTrue(ServedVenue.ok(anna.get("/api/v3/exchangeInfo")).contains("\"isSpotTradingAllowed\":false"));
        ServedVenue.ok(anna.get("/api/v3/depth?symbol=BTCEUR"));
        ServedVenue.ok(anna.get("/api/v3/ticker/bookTicker?symbol=BTCEUR"));
        assertEquals(
                "false", ServedVenue.member(ServedVenue.ok(anna.signed("GET", "/api/v3/account", "")), "canTrade"));
        assertEquals(
                "false",
                ServedVenue.member(
                        ServedVenue.ok(anna.signed("GET", "/sapi/v1/account/apiRestrictions", "")),
                        "enableSpotAndMarginTrading"));
    }

    @Test
    void shouldRefuseTheStreamOfAnAccount() throws Exception {
        try (StreamClient stream = StreamClient.at(venue, "/ws-api/v3")) {
            final long now = System.currentTimeMillis();
            final String signed = "apiKey=" + anna.apiKey + "&recvWindow=60000&timestamp=" + now;
            stream.send("{\"id\":3,\"method\":\"userDataStream.subscribe.signature\",\"params\":{\"apiKey\":\""
                    + anna.apiKey + "\",\"recvWindow\":60000,\"timestamp\":" + now + ",\"signature\":\""
                    + anna.sign(signed) + "\"}}");
            final String answer = stream.next();
            assertTrue(answer.startsWith("{\"id\":3,\"status\":404,\"error\":{\"code\":-1020,"), answer);
            assertTrue(answer.contains("http.orders = true"), answer);
        }
    }

    @Test
    void shouldRefuseStreamsThatAreSwitchedOff() {
        try (StreamClient stream = StreamClient.at(venue, "/ws")) {
            for (final String name : List.of(
                    "btceur@trade",
                    "btceur@aggTrade",
                    "btceur@ticker",
                    "btceur@miniTicker",
                    "btceur@kline_1m",
                    "!ticker@arr",
                    "!miniTicker@arr")) {
                stream.send("{\"method\":\"SUBSCRIBE\",\"params\":[\"" + name + "\"],\"id\":1}");
                final String answer = stream.next();
                assertTrue(answer.startsWith("{\"error\":{\"code\":-1020,"), answer);
                assertTrue(answer.contains("http.history = true"), answer);
            }
            stream.send("{\"method\":\"SUBSCRIBE\",\"params\":[\"btceur@bookTicker\"],\"id\":2}");
            assertEquals("{\"result\":null,\"id\":2}", stream.next("\"id\":2"));
        }
    }
}
