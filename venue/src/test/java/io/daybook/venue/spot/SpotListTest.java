package io.daybook.venue.spot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.venue.ServedVenue;
import io.daybook.venue.StreamClient;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The dialect's lists of two orders, of which each cancels the other. */
class SpotListTest extends SpotTraders {
    private static final String ORDER = "/api/v3/order";
    private static final String OCO = "/api/v3/orderList/oco";
    private static final String LIST = "/api/v3/orderList";

    /** The longest names. */
    private static final String NAMES = "&listClientOrderId=" + "l".repeat(36) + "&aboveClientOrderId=" + "z".repeat(36)
            + "&belowClientOrderId=" + "-".repeat(36);

    private static final String SELL = "side=SELL&quantity=0.5&aboveType=LIMIT_MAKER&abovePrice=110"
            + "&belowType=STOP_LOSS_LIMIT&belowStopPrice=95&belowPrice=94&belowTimeInForce=GTC";

    @BeforeEach
    void tradeOnce() throws Exception {
        trade("100");
    }

    private static HttpResponse<String> list(final SpotClient client, final String text) throws Exception {
        return client.signed("POST", OCO, "symbol=BTCEUR&" + text);
    }

    private static String limit(final SpotClient client, final String side, final String quantity, final String price)
            throws Exception {
        return ServedVenue.ok(client.signed(
                "POST",
                ORDER,
                "symbol=BTCEUR&side=" + side + "&type=LIMIT&timeInForce=GTC&quantity=" + quantity + "&price=" + price));
    }

    private void trade(final String price) throws Exception {
        limit(bert, "BUY", "0.001", price);
        limit(anna, "SELL", "0.001", price);
    }

    private static String get(final SpotClient client, final String path, final String parameters) throws Exception {
        return ServedVenue.ok(client.signed("GET", path, parameters));
    }

    private static String found(final SpotClient client, final String id) throws Exception {
        return get(client, ORDER, "symbol=BTCEUR&origClientOrderId=" + id);
    }

    private static void assertSays(final String json, final String... parts) {
        for (final String part : parts) {
            assertTrue(json.contains(part), part + " is not in " + json);
        }
    }

    private static void assertRefused(final int code, final String text, final HttpResponse<String> answer) {
        assertEquals("{\"code\":" + code + ",\"msg\":\"" + text + "\"}", answer.body());
    }

    private StreamClient reports(final SpotClient client) throws Exception {
        final String key =
                ServedVenue.member(ServedVenue.ok(client.send("POST", "/api/v3/userDataStream", "", "")), "listenKey");
        return StreamClient.at(venue, "/ws/" + key);
    }

    @Test
    void shouldEndTheStopWhereTheLimitTrades() throws Exception {
        try (StreamClient stream = reports(anna)) {
            final String text = SELL + "&listClientOrderId=o-1&aboveClientOrderId=o-1a&belowClientOrderId=o-1b";
            final String placed = ServedVenue.ok(list(anna, text));
            final long id = Long.parseLong(ServedVenue.member(placed, "orderListId"));
            assertSays(
                    placed,
                    "\"contingencyType\":\"OCO\",\"listStatusType\":\"EXEC_STARTED\",\"listOrderStatus\":\"EXECUTING\","
                            + "\"listClientOrderId\":\"o-1\"",
                    "\"orderId\":" + id + ",\"clientOrderId\":\"o-1a\"",
                    "\"orderId\":" + (id + 1) + ",\"clientOrderId\":\"o-1b\"",
                    "\"price\":\"94.00\",\"origQty\":\"0.50000\"",
                    "\"timeInForce\":\"IOC\",\"type\":\"STOP_LOSS_LIMIT\"",
                    "\"stopPrice\":\"95.00\"");
            assertSays(
                    stream.next("listStatus"),
                    "\"g\":" + id
                            + ",\"c\":\"OCO\",\"l\":\"EXEC_STARTED\",\"L\":\"EXECUTING\",\"r\":\"NONE\",\"C\":\"o-1\"",
                    "{\"s\":\"BTCEUR\",\"i\":" + id + ",\"c\":\"o-1a\"},{\"s\":\"BTCEUR\",\"i\":" + (id + 1)
                            + ",\"c\":\"o-1b\"}");
            assertSays(
                    stream.next("\"c\":\"o-1b\",\"S\""),
                    "\"o\":\"STOP_LOSS_LIMIT\"",
                    "\"P\":\"95.00\"",
                    "\"g\":" + id,
                    "\"x\":\"NEW\",\"X\":\"NEW\"",
                    "\"w\":false");
            assertSays(stream.next("\"c\":\"o-1a\",\"S\""), "\"o\":\"LIMIT_MAKER\"", "\"x\":\"NEW\"", "\"w\":true");
            assertEquals(2, get(anna, "/api/v3/openOrders", "").split("origQty", -1).length - 1);
            assertSays(get(anna, "/api/v3/openOrderList", ""), "\"orderListId\":" + id);
            assertSays(found(anna, "o-1b"), "\"isWorking\":false,\"workingTime\":-1", "\"orderId\":" + (id + 1));
            assertSays(get(anna, ORDER, "symbol=BTCEUR&orderId=" + (id + 1)), "\"clientOrderId\":\"o-1b\"");
            final String next = limit(anna, "SELL", "0.001", "120");
            assertTrue(Long.parseLong(ServedVenue.member(next, "orderId")) > id + 1, next);
            limit(bert, "BUY", "0.2", "110");
            assertSays(
                    stream.next("\"x\":\"TRADE\""),
                    "\"c\":\"o-1a\"",
                    "\"X\":\"PARTIALLY_FILLED\"",
                    "\"i\":" + id + ",");
            assertSays(found(anna, "o-1b"), "\"status\":\"NEW\"", "\"executedQty\":\"0.00000\"");
            limit(bert, "BUY", "0.3", "110");
            assertSays(stream.next("\"x\":\"TRADE\""), "\"c\":\"o-1a\"", "\"X\":\"FILLED\"");
            assertSays(stream.next("\"c\":\"o-1b\",\"S\""), "\"x\":\"EXPIRED\",\"X\":\"EXPIRED\"");
            assertSays(stream.next("listStatus"), "\"l\":\"ALL_DONE\",\"L\":\"ALL_DONE\"");
            assertSays(found(anna, "o-1a"), "\"status\":\"FILLED\"", "\"cummulativeQuoteQty\":\"55.00000000\"");
            assertSays(found(anna, "o-1b"), "\"status\":\"EXPIRED\"", "\"cummulativeQuoteQty\":\"0.00000000\"");
            assertEquals("[]", get(anna, "/api/v3/openOrderList", ""));
            assertSays(get(anna, LIST, "origClientOrderId=o-1"), "\"listOrderStatus\":\"ALL_DONE\"");
            assertSays(get(anna, "/api/v3/allOrderList", ""), "\"listClientOrderId\":\"o-1\"");
            assertSays(
                    get(anna, "/api/v3/myTrades", "symbol=BTCEUR&orderId=" + id),
                    "\"orderListId\":" + id + ",\"price\":\"110.00\"");
        }
    }

    @Test
    void shouldEndTheLimitWhereTheStopIsMet() throws Exception {
        final String placed = ServedVenue.ok(list(anna, SELL + NAMES));
        final long id = Long.parseLong(ServedVenue.member(placed, "orderListId"));
        limit(bert, "BUY", "0.1", "110");
        limit(bert, "BUY", "0.3", "94");
        venue.restart();
        anna = new SpotClient(venue.port(), anna.apiKey, anna.secret);
        bert = new SpotClient(venue.port(), bert.apiKey, bert.secret);
        try (StreamClient stream = reports(anna)) {
            trade("95");
            assertSays(stream.next("\"i\":" + id + ","), "\"x\":\"EXPIRED\",\"X\":\"EXPIRED\"", "\"z\":\"0.10000\"");
            assertSays(
                    stream.next("\"i\":" + (id + 1) + ",\"l\""),
                    "\"x\":\"TRADE\"",
                    "\"c\":\"" + "-".repeat(36) + "\"",
                    "\"L\":\"94.00\"",
                    "\"z\":\"0.30000\"");
            assertSays(stream.next("\"i\":" + (id + 1) + ",\"l\""), "\"x\":\"EXPIRED\",\"X\":\"EXPIRED\"");
            assertSays(stream.next("listStatus"), "\"l\":\"ALL_DONE\"");
        }
        assertSays(
                found(anna, "z".repeat(36)),
                "\"origQty\":\"0.50000\",\"executedQty\":\"0.10000\"",
                "\"cummulativeQuoteQty\":\"11.00000000\",\"status\":\"EXPIRED\"");
        assertSays(
                found(anna, "-".repeat(36)),
                "\"origQty\":\"0.40000\",\"executedQty\":\"0.30000\"",
                "\"cummulativeQuoteQty\":\"28.20000000\",\"status\":\"EXPIRED\"");
        assertSays(
                get(anna, "/api/v3/myTrades", "symbol=BTCEUR&orderId=" + (id + 1)),
                "\"price\":\"94.00\",\"qty\":\"0.30000\"");
        final String all = get(anna, "/api/v3/allOrders", "symbol=BTCEUR&orderId=" + (id + 1));
        assertSays(all, "\"orderId\":" + (id + 1));
        assertTrue(!all.contains("\"orderId\":" + id + ","), all);
    }

    @Test
    void shouldSellAtTheMarketWhereAStopHasNoPriceInTheOlderForm() throws Exception {
        final String placed = ServedVenue.ok(anna.signed(
                "POST",
                "/api/v3/order/oco",
                "symbol=BTCEUR&side=SELL&quantity=0.5&price=110&stopPrice=95&stopClientOrderId=m-1"));
        assertSays(placed, "\"type\":\"STOP_LOSS\"", "\"type\":\"LIMIT_MAKER\"");
        limit(bert, "BUY", "0.5", "93");
        trade("95");
        assertSays(found(anna, "m-1"), "\"status\":\"FILLED\"", "\"type\":\"STOP_LOSS\"", "\"price\":\"0.00\"");
    }

    @Test
    void shouldBuyWithAStopAbove() throws Exception {
        final String text = "side=BUY&quantity=0.5&aboveType=STOP_LOSS_LIMIT&aboveStopPrice=105&abovePrice=106"
                + "&aboveTimeInForce=IOC&belowType=LIMIT_MAKER&belowPrice=90"
                + "&belowClientOrderId=b-1&aboveClientOrderId=b-2"
                + "&belowIcebergQty=0.1";
        assertSays(ServedVenue.ok(list(bert, text)), "\"icebergQty\":\"0.10000\"");
        limit(anna, "SELL", "0.5", "106");
        trade("105");
        assertSays(found(bert, "b-2"), "\"status\":\"FILLED\"", "\"icebergQty\":\"0.00000\"");
        assertSays(found(bert, "b-1"), "\"status\":\"EXPIRED\"");
    }

    @Test
    void shouldCancelAListByItselfAndByEitherOrder() throws Exception {
        for (final String by : new String[] {"list", "c-2a", "c-3b", "all"}) {
            final String name = by.substring(0, by.equals("list") || by.equals("all") ? by.length() : 3);
            final String text = SELL + "&listClientOrderId=" + name + "&aboveClientOrderId=" + name
                    + "a&belowClientOrderId=" + name + "b&newOrderRespType=ACK";
            ServedVenue.ok(list(anna, text));
            final HttpResponse<String> cancelled = by.equals("list")
                    ? anna.signed("DELETE", LIST, "symbol=BTCEUR&listClientOrderId=list")
                    : by.equals("all")
                            ? anna.signed("DELETE", "/api/v3/openOrders", "symbol=BTCEUR")
                            : anna.signed("DELETE", ORDER, "symbol=BTCEUR&origClientOrderId=" + by);
            final String said = ServedVenue.ok(cancelled);
            assertSays(said, "\"listOrderStatus\":\"ALL_DONE\"", "\"origClientOrderId\":\"" + name + "a\"");
            assertEquals(2, said.split("\"status\":\"CANCELED\"", -1).length - 1, said);
            assertSays(found(anna, name + "b"), "\"status\":\"CANCELED\"");
        }
        assertRefused(
                -2011, "Unknown order sent.", anna.signed("DELETE", LIST, "symbol=BTCEUR&listClientOrderId=list"));
        assertRefused(-2013, "Order list does not exist.", anna.signed("GET", LIST, "orderListId=7"));
    }

    @Test
    void shouldTakeEachNameOnceHoweverOftenARequestIsSent() throws Exception {
        final String whole = anna.withSignature("symbol=BTCEUR&" + SELL + NAMES);
        final String first = ServedVenue.ok(anna.send("POST", OCO, whole, ""));
        assertEquals(first, ServedVenue.ok(anna.send("POST", OCO, whole, "")));
        venue.restart();
        anna = new SpotClient(venue.port(), anna.apiKey, anna.secret);
        assertEquals(first, ServedVenue.ok(anna.send("POST", OCO, whole, "")), "after a restart");
        for (final char used : new char[] {'l', 'z', '-'}) {
            assertRefused(
                    -2010,
                    "Duplicate order sent.",
                    anna.signed(
                            "POST",
                            ORDER,
                            "symbol=BTCEUR&side=SELL&type=LIMIT&timeInForce=GTC&quantity=0.1&price=100"
                                    + "&newClientOrderId="
                                    + String.valueOf(used).repeat(36)));
        }
        assertRefused(-2010, "Duplicate order sent.", list(anna, SELL + "&aboveClientOrderId=" + "l".repeat(36)));
        assertEquals(2, get(anna, "/api/v3/openOrders", "").split("origQty", -1).length - 1);
    }

    @Test
    void shouldRefuseWhatIsNoListHere() throws Exception {
        final String prices = "The relationship of the prices for the orders is not correct.";
        assertRefused(-2010, prices, list(anna, SELL.replace("abovePrice=110", "abovePrice=94")));
        assertRefused(-2010, prices, list(anna, SELL.replace("belowPrice=94", "belowPrice=96")));
        assertRefused(
                -1128,
                "A list needs a LIMIT_MAKER, above to sell and below to buy, and a STOP_LOSS or STOP_LOSS_LIMIT.",
                list(anna, SELL.replace("side=SELL", "side=BUY")));
        assertRefused(-1128, "The stop of a list must be IOC.", list(anna, SELL.replace("=GTC", "=FOK")));
        assertRefused(
                -1128,
                "A list and its orders must have different client ids.",
                list(anna, SELL + "&aboveClientOrderId=a&belowClientOrderId=a"));
        assertRefused(
                -2010,
                "Stop price would trigger immediately.",
                list(anna, SELL.replace("belowStopPrice=95", "belowStopPrice=101")));
        venue.shown(
                bert.signed("POST", ORDER, "symbol=BTCEUR&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.1&price=111"));
        assertRefused(-2010, "Order would immediately match and take.", list(anna, SELL));
        assertRefused(
                -2010,
                "Trailing stop orders are not supported for this symbol.",
                list(anna, SELL + "&belowTrailingDelta=100"));
    }
}
