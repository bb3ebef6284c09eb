package io.daybook.venue.spot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.venue.ServedVenue;
import io.daybook.venue.StreamClient;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** The dialect's orders that wait for a price, and orders that show only a part. */
class SpotStopTest extends SpotTraders {
    private static final String ORDER = "/api/v3/order";

    private static HttpResponse<String> order(final SpotClient client, final String text) throws Exception {
        return client.signed("POST", ORDER, "symbol=BTCEUR&" + text);
    }

    private static String limit(final SpotClient client, final String side, final String quantity, final String price)
            throws Exception {
        return ServedVenue.ok(
                order(client, "side=" + side + "&type=LIMIT&timeInForce=GTC&quantity=" + quantity + "&price=" + price));
    }

    /** Lets bert and anna trade at a price, which becomes the last price. */
    private void trade(final String price) throws Exception {
        limit(bert, "BUY", "0.001", price);
        limit(anna, "SELL", "0.001", price);
    }

    private static String found(final SpotClient client, final String id) throws Exception {
        return ServedVenue.ok(client.signed("GET", ORDER, "symbol=BTCEUR&origClientOrderId=" + id));
    }

    private static void assertRefused(final int code, final String text, final HttpResponse<String> answer) {
        assertEquals("{\"code\":" + code + ",\"msg\":\"" + text + "\"}", answer.body());
    }

    private static void assertSays(final String json, final String... parts) {
        for (final String part : parts) {
            assertTrue(json.contains(part), part + " is not in " + json);
        }
    }

    private StreamClient reports(final SpotClient client) throws Exception {
        final String key =
                ServedVenue.member(ServedVenue.ok(client.send("POST", "/api/v3/userDataStream", "", "")), "listenKey");
        return StreamClient.at(venue, "/ws/" + key);
    }

    @Test
    void shouldSellAtAStopLoss() throws Exception {
        trade("100");
        try (StreamClient stream = reports(anna)) {
            final String stop = "side=SELL&type=STOP_LOSS&quantity=0.5&stopPrice=95&newClientOrderId=";
            final String taken = ServedVenue.ok(order(anna, stop + "s-1"));
            assertTrue(taken.matches(".*\"clientOrderId\":\"s-1\",\"transactTime\":\\d{13}}"), taken);
            assertSays(
                    ServedVenue.ok(order(anna, stop + "s-2&newOrderRespType=FULL")),
                    "\"status\":\"NEW\"",
                    "\"type\":\"STOP_LOSS\"",
                    "\"price\":\"0.00\"",
                    "\"stopPrice\":\"95.00\"",
                    "\"workingTime\":-1,\"fills\":[]");
            assertSays(
                    stream.next("executionReport"),
                    "\"c\":\"s-1\",\"S\":\"SELL\",\"o\":\"STOP_LOSS\",\"f\":\"GTC\"",
                    "\"P\":\"95.00\"",
                    "\"x\":\"NEW\",\"X\":\"NEW\"",
                    "\"W\":-1,\"w\":false");
            assertSays(found(anna, "s-1"), "\"isWorking\":false,\"workingTime\":-1");
            assertSays(ServedVenue.ok(anna.get("/api/v3/depth?symbol=BTCEUR")), "\"asks\":[]");
            assertEquals(
                    "CANCELED",
                    ServedVenue.member(
                            ServedVenue.ok(anna.signed("DELETE", ORDER, "symbol=BTCEUR&origClientOrderId=s-2")),
                            "status"));
            limit(bert, "BUY", "0.6", "94");
            trade("95");
            assertSays(
                    stream.next("\"c\":\"s-1\""),
                    "\"x\":\"TRADE\",\"X\":\"FILLED\"",
                    "\"o\":\"STOP_LOSS\"",
                    "\"L\":\"94.00\"");
        }
        assertSays(
                found(anna, "s-1"),
                "\"status\":\"FILLED\"",
                "\"type\":\"STOP_LOSS\"",
                "\"stopPrice\":\"95.00\"",
                "\"executedQty\":\"0.50000\"",
                "\"isWorking\":true");
        assertSays(found(anna, "s-2"), "\"status\":\"CANCELED\"");
    }

    @Test
    void shouldRestAtItsLimitOnceAStopIsMetAlsoAfterARestart() throws Exception {
        trade("100");
        ServedVenue.ok(order(
                anna,
                "side=SELL&type=STOP_LOSS_LIMIT&timeInForce=GTC&quantity=0.5&stopPrice=95&price=96"
                        + "&newClientOrderId=s-1"));
        ServedVenue.ok(order(
                bert,
                "side=BUY&type=TAKE_PROFIT_LIMIT&timeInForce=GTC&quantity=0.5&stopPrice=90&price=91"
                        + "&newClientOrderId=t-1"));
        venue.restart();
        anna = new SpotClient(venue.port(), anna.apiKey, anna.secret);
        bert = new SpotClient(venue.port(), bert.apiKey, bert.secret);
        assertSays(
                found(anna, "s-1"),
                "\"price\":\"96.00\"",
                "\"type\":\"STOP_LOSS_LIMIT\"",
                "\"stopPrice\":\"95.00\"",
                "\"isWorking\":false");
        assertSays(found(bert, "t-1"), "\"type\":\"TAKE_PROFIT_LIMIT\"", "\"stopPrice\":\"90.00\"");
        try (StreamClient stream = reports(anna)) {
            trade("95");
            assertSays(stream.next("\"c\":\"s-1\""), "\"x\":\"NEW\",\"X\":\"NEW\"", "\"w\":true");
        }
        assertSays(found(anna, "s-1"), "\"status\":\"NEW\"", "\"isWorking\":true");
        venue.awaitShown(venue.lastSeq());
        assertSays(ServedVenue.ok(anna.get("/api/v3/depth?symbol=BTCEUR")), "\"asks\":[[\"96.00\",\"0.50000\"]]");
        assertSays(found(bert, "t-1"), "\"isWorking\":false");
        trade("90");
        assertSays(found(bert, "t-1"), "\"isWorking\":true");
    }

    @Test
    void shouldTakeAProfit() throws Exception {
        trade("100");
        ServedVenue.ok(order(anna, "side=SELL&type=TAKE_PROFIT&quantity=0.5&stopPrice=110&newClientOrderId=t-1"));
        limit(bert, "BUY", "0.5", "109");
        trade("110");
        assertSays(found(anna, "t-1"), "\"status\":\"FILLED\"", "\"type\":\"TAKE_PROFIT\"");
    }

    @Test
    void shouldRefuseAStopThatIsMetAndWhatDoesNotGoWithIt() throws Exception {
        trade("100");
        assertRefused(
                -2010,
                "Stop price would trigger immediately.",
                order(anna, "side=SELL&type=STOP_LOSS&quantity=0.5&stopPrice=101"));
        assertRefused(
                -1102,
                "Mandatory parameter 'stopPrice' was not sent, was empty/null, or malformed.",
                order(anna, "side=SELL&type=STOP_LOSS&quantity=0.5"));
        assertRefused(
                -2010,
                "Trailing stop orders are not supported for this symbol.",
                order(anna, "side=SELL&type=STOP_LOSS&quantity=0.5&trailingDelta=100"));
        assertRefused(
                -1106,
                "Parameter 'stopPrice' sent when not required.",
                order(anna, "side=SELL&type=LIMIT&timeInForce=GTC&quantity=0.5&price=100&stopPrice=90"));
        assertRefused(
                -1106,
                "Parameter 'price' sent when not required.",
                order(anna, "side=SELL&type=STOP_LOSS&quantity=0.5&stopPrice=90&price=80"));
    }

    @Test
    void shouldShowAPartOfAnIceberg() throws Exception {
        final String iceberg = "side=SELL&type=LIMIT&quantity=1&price=100&icebergQty=";
        final String taken = ServedVenue.ok(order(anna, iceberg + "0.1&timeInForce=GTC&newClientOrderId=i-1"));
        assertSays(taken, "\"icebergQty\":\"0.10000\"", "\"selfTradePreventionMode\":\"NONE\"");
        assertSays(found(anna, "i-1"), "\"icebergQty\":\"0.10000\"");
        venue.awaitShown(venue.lastSeq());
        assertSays(ServedVenue.ok(anna.get("/api/v3/depth?symbol=BTCEUR")), "\"asks\":[[\"100.00\",\"0.10000\"]]");
        assertRefused(-1013, "Filter failure: ICEBERG_PARTS", order(anna, iceberg + "0.00390&timeInForce=GTC"));
        ServedVenue.ok(order(anna, iceberg + "0.00391&timeInForce=GTC"));
        assertRefused(-2010, "IcebergQty exceeds QTY.", order(anna, iceberg + "1.1&timeInForce=GTC"));
        assertRefused(-1128, "icebergQty needs timeInForce GTC.", order(anna, iceberg + "0.1&timeInForce=IOC"));
    }

    @Test
    void shouldTellWhatAnOrderDoesThatMeetsItsOwner() throws Exception {
        try (StreamClient stream = reports(anna)) {
            ServedVenue.ok(order(
                    anna,
                    "side=SELL&type=LIMIT&timeInForce=GTC&quantity=1&price=100&newClientOrderId=p-1"
                            + "&selfTradePreventionMode=EXPIRE_MAKER"));
            assertSays(stream.next("executionReport"), "\"V\":\"EXPIRE_MAKER\"");
        }
        assertSays(found(anna, "p-1"), "\"selfTradePreventionMode\":\"EXPIRE_MAKER\"");
    }
}
