package io.daybook.venue.spot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandResult;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.venue.ServedVenue;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The dialect over sockets, with handwritten requests. */
class SpotRestTest extends SpotTraders {
    private static final String ORDER = "/api/v3/order";

    private static String limit(final String side, final String quantity, final String price, final String more) {
        return "symbol=BTCEUR&side=" + side + "&type=LIMIT&timeInForce=GTC&quantity=" + quantity + "&price=" + price
                + more;
    }

    private static void assertError(final int status, final String body, final HttpResponse<String> answer) {
        assertEquals(body, answer.body());
        assertEquals(status, answer.statusCode());
    }

    private static String said(final int code, final String text) {
        return "{\"code\":" + code + ",\"msg\":\"" + text + "\"}";
    }

    @Test
    void shouldTradeAndTellBothSidesWhatTheyHave() throws Exception {
        final String sold = ServedVenue.ok(
                anna.signed("POST", ORDER, limit("SELL", "0.10000000", "59998.20", "&newClientOrderId=s-1")));
        assertEquals("NEW", ServedVenue.member(sold, "status"));
        final String bought = ServedVenue.ok(bert.signed("POST", ORDER, limit("BUY", "0.25", "60000", "")));
        assertEquals("PARTIALLY_FILLED", ServedVenue.member(bought, "status"));
        assertEquals("0.10000", ServedVenue.member(bought, "executedQty"));
        assertEquals("5999.82000000", ServedVenue.member(bought, "cummulativeQuoteQty"));
        assertTrue(
                bought.contains("\"fills\":[{\"price\":\"59998.20\",\"qty\":\"0.10000\",\"commission\":\"5.99982000\","
                        + "\"commissionAsset\":\"EUR\",\"tradeId\":1}]"),
                bought);
        final String id = ServedVenue.member(bought, "orderId");
        final String found = ServedVenue.ok(bert.signed("GET", ORDER, "symbol=BTCEUR&orderId=" + id));
        assertEquals("PARTIALLY_FILLED", ServedVenue.member(found, "status"));
        assertEquals(
                found.strip(),
                ServedVenue.ok(bert.signed("GET", "/api/v3/openOrders", "")).replaceAll("^\\[|]$", ""));
        final String trades = ServedVenue.ok(anna.signed("GET", "/api/v3/myTrades", "symbol=BTCEUR"));
        assertTrue(trades.contains("\"isBuyer\":false,\"isMaker\":true"), trades);
        final String account = ServedVenue.ok(bert.signed("GET", "/api/v3/account", "omitZeroBalances=true"));
        assertTrue(
                account.contains("\"balances\":[{\"asset\":\"BTC\",\"free\":\"1.10000000\",\"locked\":\"0.00000000\"},"
                        + "{\"asset\":\"EUR\",\"free\":\"14985.18018000\",\"locked\":\"9009.00000000\"}]"),
                account);
        final String cancelled =
                ServedVenue.ok(bert.signed("DELETE", ORDER, "symbol=BTCEUR&orderId=" + id + "&newClientOrderId=c-1"));
        assertEquals("CANCELED", ServedVenue.member(cancelled, "status"));
        assertEquals("c-1", ServedVenue.member(cancelled, "clientOrderId"));
        assertEquals(
                "FILLED",
                ServedVenue.member(
                        ServedVenue.ok(anna.signed("GET", ORDER, "symbol=BTCEUR&origClientOrderId=s-1")), "status"));
        final String all = ServedVenue.ok(bert.signed("GET", "/api/v3/allOrders", "symbol=BTCEUR"));
        assertEquals(2, all.split("clientOrderId", -1).length, all);
    }

    @Test
    void shouldAnswerAsMuchAsWasAskedFor() throws Exception {
        final String ack =
                ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "100", "&newOrderRespType=ACK")));
        assertTrue(
                Pattern.matches(
                        "\\{\"symbol\":\"BTCEUR\",\"orderId\":\\d+,\"orderListId\":-1,"
                                + "\"clientOrderId\":\"s-[0-9a-f]{34}\",\"transactTime\":\\d{13}}",
                        ack),
                ack);
        final String result =
                ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "101", "&newOrderRespType=RESULT")));
        assertFalse(result.contains("fills"), result);
        final String maker = ServedVenue.ok(
                anna.signed("POST", ORDER, "symbol=BTCEUR&side=SELL&type=LIMIT_MAKER&quantity=1&price=102"));
        assertFalse(maker.contains("status"), maker);
    }

    @Test
    void shouldTakeEachTypeAndTimeInForce() throws Exception {
        ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "100", "")));
        final HttpResponse<String> far = anna.signed("POST", ORDER, limit("SELL", "0.1", "106", ""));
        assertError(
                422,
                said(-2010, "Order would immediately match and take."),
                bert.signed("POST", ORDER, "symbol=BTCEUR&side=BUY&type=LIMIT_MAKER&quantity=1&price=100"));
        final String fok = ServedVenue.ok(
                bert.signed("POST", ORDER, "symbol=BTCEUR&side=BUY&type=LIMIT&timeInForce=FOK&quantity=0.2&price=100"));
        assertEquals("EXPIRED", ServedVenue.member(fok, "status"));
        assertEquals("FOK", ServedVenue.member(fok, "timeInForce"));
        final String ioc = ServedVenue.ok(bert.signed(
                "POST", ORDER, "symbol=BTCEUR&side=BUY&type=LIMIT&timeInForce=IOC&quantity=0.05&price=100"));
        assertEquals("FILLED", ServedVenue.member(ioc, "status"));
        venue.shown(far);
        final String market =
                ServedVenue.ok(bert.signed("POST", ORDER, "symbol=BTCEUR&side=BUY&type=MARKET&quantity=0.20000"));
        assertEquals("EXPIRED", ServedVenue.member(market, "status"));
        assertEquals("0.05000", ServedVenue.member(market, "executedQty"), "only within 5% of the best price");
        assertEquals("MARKET", ServedVenue.member(market, "type"));
        assertEquals("0.00", ServedVenue.member(market, "price"));
        venue.shown(anna.signed("POST", ORDER, limit("SELL", "1", "100", "")));
        final String byMoney =
                ServedVenue.ok(bert.signed("POST", ORDER, "symbol=BTCEUR&side=BUY&type=MARKET&quoteOrderQty=50.00"));
        assertEquals("50.00000000", ServedVenue.member(byMoney, "cummulativeQuoteQty"));
        assertEquals("50.00000000", ServedVenue.member(byMoney, "origQuoteOrderQty"));
        venue.shown(bert.signed("POST", ORDER, limit("BUY", "0.1", "90", "")));
        final String sold =
                ServedVenue.ok(anna.signed("POST", ORDER, "symbol=BTCEUR&side=SELL&type=MARKET&quoteOrderQty=4.501"));
        assertEquals(
                "4.50090000", ServedVenue.member(sold, "cummulativeQuoteQty"), "whole lots for at most this money");
        final String later = ServedVenue.ok(
                bert.signed("GET", ORDER, "symbol=BTCEUR&orderId=" + ServedVenue.member(market, "orderId")));
        assertEquals("MARKET", ServedVenue.member(later, "type"));
    }

    @Test
    void shouldTellTimesInMicroseconds() throws Exception {
        final String before = ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "100", "")));
        venue.shown(bert.signed("POST", ORDER, limit("BUY", "0.1", "100", "")));
        ServedVenue.ok(venue.get("", "/v1/trades/BTC-EUR?minSeq=" + venue.lastSeq()));
        final long micros = Long.parseLong(ServedVenue.member(before, "transactTime")) * 1_000;
        anna.timeUnit = "microsecond";
        for (final String path : List.of(
                "/api/v3/time",
                "/api/v3/exchangeInfo",
                "/api/v3/trades?symbol=BTCEUR",
                "/api/v3/aggTrades?symbol=BTCEUR&startTime=" + (micros - 60_000_000),
                "/api/v3/klines?symbol=BTCEUR&interval=1s",
                "/api/v3/ticker/24hr?symbol=BTCEUR",
                "/api/v3/avgPrice?symbol=BTCEUR")) {
            assertTimes(16, ServedVenue.ok(anna.get(path)));
        }
        for (final String path : List.of("allOrders", "myTrades")) {
            assertTimes(
                    16,
                    ServedVenue.ok(
                            anna.signed("GET", "/api/v3/" + path, "symbol=BTCEUR&endTime=" + (micros + 60_000_000))));
        }
        assertTimes(16, ServedVenue.ok(anna.signed("GET", "/api/v3/account", "")));
        assertTimes(16, ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "100", ""))));
        assertTimes(16, ServedVenue.ok(anna.signed("DELETE", "/api/v3/openOrders", "symbol=BTCEUR")));
        assertTimes(13, before);
        anna.timeUnit = "NANOSECOND";
        assertEquals(
                "-1194",
                ServedVenue.member(
                        anna.signed("POST", ORDER, limit("SELL", "0.1", "100", ""))
                                .body(),
                        "code"));
        anna.timeUnit = null;
        assertEquals("[]", ServedVenue.ok(anna.signed("GET", "/api/v3/openOrders", "")), "no order must be placed");
    }

    /** Checks that all times have a number of digits: times of this century have 13 digits in ms, and 16 in μs. */
    private static void assertTimes(final int digits, final String json) {
        final List<String> times = Pattern.compile("\\b1\\d{12,}\\b")
                .matcher(json)
                .results()
                .map(MatchResult::group)
                .toList();
        assertFalse(times.isEmpty(), json);
        assertTrue(times.stream().allMatch(time -> time.length() == digits), json);
    }

    private static long seqOf(final HttpResponse<String> order) {
        ServedVenue.ok(order);
        return Long.parseLong(order.headers().firstValue("Daybook-Seq").orElseThrow());
    }

    /** A client that identifies pairs by their currencies would silently pick one of two. */
    @Test
    void shouldShowOnePairOfTwoThatTradeTheSame() throws Exception {
        ServedVenue.ok(venue.send(venue.adminToken(), "POST", "/v1/admin/listings", """
                {"listing":{"BTC-EUR-LARGE":{"symbol":7,"base":"BTC","quote":"EUR","tick":"1","lot":"0.1",
                "takerFee":"0.001"}}}"""));
        assertTrue(ServedVenue.ok(venue.get("", "/v1/listings")).contains("BTC-EUR-LARGE"));
        final String shown = ServedVenue.ok(anna.get("/api/v3/exchangeInfo"));
        assertEquals(1, shown.split("\"baseAsset\"", -1).length - 1, shown);
        assertEquals("BTCEUR", ServedVenue.member(shown, "symbol"));
        assertEquals(
                "BTCEURLARGE",
                ServedVenue.member(ServedVenue.ok(anna.get("/api/v3/exchangeInfo?symbol=BTCEURLARGE")), "symbol"));
    }

    /** Clients with 64-bit amounts cannot read a greatest amount that the venue can never reach. */
    @Test
    void shouldNameNoGreatestAmountWhereThereIsNone() throws Exception {
        final String shown = ServedVenue.ok(anna.get("/api/v3/exchangeInfo"));
        assertTrue(shown.contains("{\"filterType\":\"MIN_NOTIONAL\",\"minNotional\":\"0.00000010\","), shown);
        assertFalse(shown.contains("maxNotional"), shown);
    }

    @Test
    void shouldSayThatMoneyDoesNotReachForALot() throws Exception {
        venue.shown(anna.signed("POST", ORDER, limit("SELL", "0.1", "60000", "")));
        venue.shown(bert.signed("POST", ORDER, limit("BUY", "0.1", "50000", "")));
        final String market = "symbol=BTCEUR&type=MARKET&quoteOrderQty=0.1&side=";
        for (final String side : List.of("BUY", "SELL")) {
            assertError(400, said(-1013, "Filter failure: LOT_SIZE"), bert.signed("POST", ORDER, market + side));
        }
    }

    @Test
    void shouldSayInTheWordsOfTheDialectWhatIsWrong() throws Exception {
        final String order = limit("BUY", "0.1", "100", "");
        assertError(
                422,
                said(-2010, "Account has insufficient balance for requested action."),
                anna.signed("POST", ORDER, limit("BUY", "100", "60000", "")));
        assertError(
                400,
                said(-1013, "Filter failure: PRICE_FILTER"),
                anna.signed("POST", ORDER, limit("BUY", "1", "1.005", "")));
        assertError(
                400,
                said(-1013, "Filter failure: LOT_SIZE"),
                anna.signed("POST", ORDER, limit("BUY", "0.000001", "1", "")));
        assertError(400, said(-1121, "Invalid symbol."), anna.signed("POST", ORDER, order.replace("BTCEUR", "BTCUSD")));
        assertError(
                400,
                said(-1102, "Mandatory parameter 'price' was not sent, was empty/null, or malformed."),
                anna.signed("POST", ORDER, "symbol=BTCEUR&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1"));
        for (final String[] row : new String[][] {
            {"-1104", order + "&pegOffsetValue=1"},
            {"-1106", order + "&stopPrice=99"},
            {"-1105", order + "&newClientOrderId="},
            {"-1106", "symbol=BTCEUR&side=BUY&type=MARKET&quantity=1&price=3"},
            {"-1106", "symbol=BTCEUR&side=BUY&type=MARKET&quantity=1&quoteOrderQty=3"},
            {"-1106", "symbol=BTCEUR&side=BUY&type=LIMIT_MAKER&timeInForce=GTC&quantity=1&price=3"},
            {"-1115", order.replace("GTC", "GTD")},
            {"-1116", order.replace("type=LIMIT", "type=STOP")},
            {"-1117", order.replace("BUY", "buy")},
            {"-1100", order.replace("0.1", "1e-1")},
            {"-1100", order.replace("0.1", "-1")},
            {"-1100", order.replace("0.1", "1.")},
            {"-1100", order + "&newClientOrderId=a%20b"},
            {"-1100", order + "&newClientOrderId=%25zz"},
            {"-1101", order + "&side=SELL"},
            {"-1130", order + "&newOrderRespType=ALL"},
        }) {
            final HttpResponse<String> refused = anna.signed("POST", ORDER, row[1]);
            assertEquals(row[0], ServedVenue.member(refused.body(), "code"), row[1] + "\n" + refused.body());
            assertEquals(400, refused.statusCode(), row[1]);
        }
        assertError(404, said(-2013, "Order does not exist."), anna.signed("GET", ORDER, "symbol=BTCEUR&orderId=7"));
        assertError(404, said(-2011, "Unknown order sent."), anna.signed("DELETE", ORDER, "symbol=BTCEUR&orderId=7"));
        assertError(
                404, said(-2011, "Unknown order sent."), anna.signed("DELETE", "/api/v3/openOrders", "symbol=BTCEUR"));
        assertError(404, said(-1020, "There is no such operation here."), anna.get("/api/v3/nothing"));
        assertError(
                404, said(-1020, "There is no such operation here."), anna.signed("POST", "/sapi/v1/margin/loan", ""));
        assertEquals(405, anna.signed("PATCH", ORDER, "").statusCode());
    }

    @Test
    void shouldBelieveOnlyWhoSignsInTime() throws Exception {
        final long now = System.currentTimeMillis();
        final String text = "recvWindow=60000&timestamp=" + now;
        final String account = "/api/v3/account";
        ServedVenue.ok(anna.send("GET", account, text + "&signature=" + anna.sign(text), ""));
        assertError(
                401,
                said(-1022, "Signature for this request is not valid."),
                anna.send("GET", account, text + "&signature=" + bert.sign(text), ""));
        assertError(
                401,
                said(-1022, "Signature for this request is not valid."),
                anna.send("GET", account, text + "&signature=" + anna.sign(text), "", "k999999"));
        final String none = said(-2014, "API-key format invalid.");
        assertError(401, none, anna.send("GET", account, text + "&signature=" + anna.sign(text), "", null));
        assertError(401, none, anna.send("GET", account, text + "&signature=" + anna.sign(text), "", "hello"));
        final String early = "timestamp=" + (now + 60_000);
        assertError(
                401,
                said(-1021, "Timestamp for this request was 1000ms ahead of the server's time."),
                anna.send("GET", account, early + "&signature=" + anna.sign(early), ""));
        final String late = "timestamp=" + (now - 20_000);
        assertError(
                401,
                said(-1021, "Timestamp for this request is outside of the recvWindow."),
                anna.send("GET", account, late + "&signature=" + anna.sign(late), ""));
        final String wide = late + "&recvWindow=60000";
        ServedVenue.ok(anna.send("GET", account, wide + "&signature=" + anna.sign(wide), ""));
        final String tooWide = late + "&recvWindow=60001";
        assertEquals(
                "-1100",
                ServedVenue.member(
                        anna.send("GET", account, tooWide + "&signature=" + anna.sign(tooWide), "")
                                .body(),
                        "code"));
        final String viewer = ServedVenue.ok(venue.send(
                venue.adminToken(),
                "POST",
                "/v1/admin/keys",
                "{\"name\":\"v\",\"kind\":\"hmac\",\"roles\":[\"viewer\"]}"));
        final SpotClient mere =
                new SpotClient(venue.port(), ServedVenue.member(viewer, "id"), ServedVenue.member(viewer, "secret"));
        assertError(
                403, said(-2015, "Invalid API-key, IP, or permissions for action."), mere.signed("GET", account, ""));
        final String elsewhere = venue.key(301, "hmac", ",\"from\":[\"10.0.0.0/8\"]");
        assertError(
                401,
                said(-2015, "Invalid API-key, IP, or permissions for action."),
                new SpotClient(
                                venue.port(),
                                ServedVenue.member(elsewhere, "apiKey"),
                                ServedVenue.member(elsewhere, "secret"))
                        .signed("GET", account, ""));
    }

    @Test
    void shouldReadParametersAndSignatureWhereverTheyAre() throws Exception {
        final String order = limit("SELL", "0.1", "100", "&recvWindow=60000&timestamp=" + System.currentTimeMillis());
        ServedVenue.ok(anna.send("POST", ORDER, "", order + "&signature=" + anna.sign(order)));
        final int middle = order.indexOf("&quantity");
        final String query = order.substring(0, middle);
        final String body = order.substring(middle + 1);
        final String signature = "signature=" + anna.sign(query + body);
        final String first = ServedVenue.ok(anna.send("POST", ORDER, query, body + "&" + signature));
        assertEquals(
                first, ServedVenue.ok(anna.send("POST", ORDER, query + "&" + signature, body)), "the same request");
        assertEquals(first, ServedVenue.ok(anna.send("POST", ORDER, signature + "&" + query, body)));
        assertError(
                401,
                said(-1022, "Signature for this request is not valid."),
                anna.send("POST", ORDER, query + "&" + signature, body.replace("0.1", "0.2")));
        assertEquals(
                2, ServedVenue.ok(anna.signed("GET", "/api/v3/openOrders", "")).split("clientOrderId", -1).length - 1);
    }

    @Test
    void shouldTakeEd25519Signatures() throws Exception {
        final KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        final String made = venue.key(
                301,
                "ed25519",
                ",\"publicKey\":\""
                        + Base64.getEncoder().encodeToString(pair.getPublic().getEncoded()) + "\"");
        final String text = "omitZeroBalances=true&recvWindow=60000&timestamp=" + System.currentTimeMillis();
        final Signature signing = Signature.getInstance("Ed25519");
        signing.initSign(pair.getPrivate());
        signing.update(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        final String signature = Base64.getEncoder().encodeToString(signing.sign());
        final String account = ServedVenue.ok(anna.send(
                "GET",
                "/api/v3/account",
                text + "&signature=" + SpotClient.encoded(signature),
                "",
                ServedVenue.member(made, "id")));
        assertEquals("301", ServedVenue.member(account, "uid"));
    }

    @Test
    void shouldPlaceAnOrderOnceHoweverOftenItIsSent() throws Exception {
        final String order = limit(
                "SELL", "0.1", "100", "&newClientOrderId=a-1&recvWindow=60000&timestamp=" + System.currentTimeMillis());
        final String whole = order + "&signature=" + anna.sign(order);
        final String first = ServedVenue.ok(anna.send("POST", ORDER, whole, ""));
        assertEquals(first, ServedVenue.ok(anna.send("POST", ORDER, whole, "")), "the very same request");
        assertError(
                422,
                said(-2010, "Duplicate order sent."),
                anna.signed("POST", ORDER, limit("SELL", "0.1", "100", "&newClientOrderId=a-1")));
        venue.restart();
        final SpotClient again = new SpotClient(venue.port(), anna.apiKey, anna.secret);
        assertEquals(first, ServedVenue.ok(again.send("POST", ORDER, whole, "")));
        assertEquals(
                1,
                ServedVenue.ok(again.signed("GET", "/api/v3/openOrders", "symbol=BTCEUR"))
                                .split("origQty", -1)
                                .length
                        - 1);
    }

    @Test
    void shouldReplaceWholeInPartOrNotAtAll() throws Exception {
        final String path = ORDER + "/cancelReplace";
        final String first = ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "100", "")));
        final String replaced = ServedVenue.ok(anna.signed(
                "POST",
                path,
                limit(
                        "SELL",
                        "0.1",
                        "101",
                        "&cancelReplaceMode=STOP_ON_FAILURE&newClientOrderId=r-1&cancelOrderId="
                                + ServedVenue.member(first, "orderId"))));
        assertTrue(replaced.startsWith("{\"cancelResult\":\"SUCCESS\",\"newOrderResult\":\"SUCCESS\""), replaced);
        final HttpResponse<String> failed = anna.signed(
                "POST", path, limit("SELL", "0.1", "102", "&cancelReplaceMode=STOP_ON_FAILURE&cancelOrderId=7"));
        assertEquals(409, failed.statusCode());
        assertEquals(
                "{\"code\":-2022,\"msg\":\"Order cancel-replace failed.\",\"data\":{\"cancelResult\":\"FAILURE\","
                        + "\"newOrderResult\":\"NOT_ATTEMPTED\",\"cancelResponse\":{\"code\":-2011,"
                        + "\"msg\":\"Unknown order sent.\"},\"newOrderResponse\":null}}",
                failed.body());
        final HttpResponse<String> partly = anna.signed(
                "POST", path, limit("SELL", "0.1", "103", "&cancelReplaceMode=ALLOW_FAILURE&cancelOrderId=7"));
        assertEquals(409, partly.statusCode());
        assertTrue(partly.body().startsWith("{\"code\":-2021,"), partly.body());
        final HttpResponse<String> poor = anna.signed(
                "POST",
                path,
                limit("SELL", "50", "101", "&cancelReplaceMode=STOP_ON_FAILURE&cancelOrigClientOrderId=r-1"));
        assertTrue(
                poor.body()
                        .contains("\"newOrderResponse\":{\"code\":-2010,"
                                + "\"msg\":\"Account has insufficient balance for requested action.\"}"),
                poor.body());
        final String open = ServedVenue.ok(anna.signed("GET", "/api/v3/openOrders", ""));
        assertTrue(open.contains("\"price\":\"103.00\"") && !open.contains("\"price\":\"101.00\""), open);
    }

    @Test
    void shouldCheckTheNewOrderBeforeTheOldOneIsCancelled() throws Exception {
        final String path = ORDER + "/cancelReplace";
        ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "100", "&newClientOrderId=o-1")));
        ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "101", "&newClientOrderId=o-2")));
        for (final String mode : new String[] {"STOP_ON_FAILURE", "ALLOW_FAILURE"}) {
            final String cancel = "&cancelReplaceMode=" + mode + "&cancelOrigClientOrderId=o-1";
            for (final String used : new String[] {"o-1", "o-2"}) {
                assertError(
                        422,
                        said(-2010, "Duplicate order sent."),
                        anna.signed("POST", path, limit("SELL", "0.1", "102", "&newClientOrderId=" + used + cancel)));
            }
            assertError(
                    422,
                    said(-2010, "There is no order to trade with."),
                    anna.signed("POST", path, "symbol=BTCEUR&side=SELL&type=MARKET&quantity=0.1" + cancel));
        }
        final String open = ServedVenue.ok(anna.signed("GET", "/api/v3/openOrders", ""));
        assertEquals(2, open.split("\"status\":\"NEW\"", -1).length - 1, open);
    }

    @Test
    void shouldReplaceOnceHoweverOftenItIsSent() throws Exception {
        final String path = ORDER + "/cancelReplace";
        String before = "o-0";
        ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "100", "&newClientOrderId=o-0")));
        final long now = venue.holdTime();
        String first = "";
        String whole = "";
        for (int i = 1; i <= 8; i++) {
            final String text = limit(
                    "SELL",
                    "0.1",
                    "10" + i,
                    "&newClientOrderId=o-" + i + "&cancelReplaceMode=STOP_ON_FAILURE&cancelOrigClientOrderId=" + before
                            + "&recvWindow=60000&timestamp=" + now);
            final String request = text + "&signature=" + anna.sign(text);
            final List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 4)
                    .mapToObj(n -> CompletableFuture.supplyAsync(() -> sent(path, request)))
                    .toList();
            first = ServedVenue.ok(answers.get(0).join());
            assertTrue(first.startsWith("{\"cancelResult\":\"SUCCESS\",\"newOrderResult\":\"SUCCESS\""), first);
            for (final CompletableFuture<HttpResponse<String>> answer : answers) {
                assertEquals(first, answer.join().body());
            }
            whole = request;
            before = "o-" + i;
        }
        venue.restart();
        final SpotClient again = new SpotClient(venue.port(), anna.apiKey, anna.secret);
        assertEquals(first, ServedVenue.ok(again.send("POST", path, whole, "")));
        final String query =
                "recvWindow=60000&timestamp=" + now; // the venue's time stands still, the client's does not
        final String open =
                ServedVenue.ok(again.send("GET", "/api/v3/openOrders", query + "&signature=" + anna.sign(query), ""));
        assertEquals(1, open.split("\"status\":\"NEW\"", -1).length - 1, open);
    }

    private HttpResponse<String> sent(final String path, final String query) {
        try {
            return anna.send("POST", path, query, "");
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldShowEachFillOfATradeWithOneselfPageByPage() throws Exception {
        ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "100", "")));
        ServedVenue.ok(bert.signed("POST", ORDER, limit("BUY", "0.1", "100", "")));
        for (int i = 0; i < 3; i++) {
            ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "100", "")));
            ServedVenue.ok(anna.signed("POST", ORDER, limit("BUY", "0.1", "100", "")));
        }
        ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "100", "")));
        ServedVenue.ok(bert.signed("POST", ORDER, limit("BUY", "0.1", "100", "")));
        final String path = "/api/v3/myTrades";
        final List<String> all = fills(ServedVenue.ok(anna.signed("GET", path, "symbol=BTCEUR")));
        assertEquals(8, all.size());
        for (int limit = 1; limit <= 9; limit++) {
            final List<String> paged = new ArrayList<>();
            long next = 1;
            for (List<String> page = all; !page.isEmpty(); ) {
                page = fills(
                        ServedVenue.ok(anna.signed("GET", path, "symbol=BTCEUR&fromId=" + next + "&limit=" + limit)));
                paged.addAll(page);
                next = page.isEmpty() ? next : Long.parseLong(ServedVenue.member(page.get(page.size() - 1), "id")) + 1;
            }
            assertEquals(all, paged, "limit=" + limit);
            final List<String> newest = fills(ServedVenue.ok(anna.signed("GET", path, "symbol=BTCEUR&limit=" + limit)));
            assertEquals(all.subList(all.size() - newest.size(), all.size()), newest);
            assertTrue(
                    newest.size() == all.size()
                            || !ServedVenue.member(newest.get(0), "id")
                                    .equals(ServedVenue.member(all.get(all.size() - newest.size() - 1), "id")),
                    "limit=" + limit + " begins between two fills of one trade: " + newest);
        }
    }

    private static List<String> fills(final String list) {
        return Pattern.compile("\\{[^}]*}")
                .matcher(list)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void shouldCancelAllOfAPair() throws Exception {
        for (int i = 0; i < 5; i++) {
            ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.1", "10" + i, "")));
        }
        final String cancelled = ServedVenue.ok(anna.signed("DELETE", "/api/v3/openOrders", "symbol=BTCEUR"));
        assertEquals(5, cancelled.split("\"status\":\"CANCELED\"", -1).length - 1, cancelled);
        assertEquals("[]", ServedVenue.ok(anna.signed("GET", "/api/v3/openOrders", "")));
    }

    @Test
    void shouldTellEachOfManyThatWereCancelled() throws Exception {
        final int count = 1_200; // more closed orders than are kept per user, and than are read at once
        CompletableFuture<CommandResult> last = null;
        for (int i = 0; i < count; i++) {
            last = venue.exchange().submit(PlaceOrder.gtc(301, 1, i + 1, Side.ASK, 20_000 + i, 1));
        }
        final String token = ServedVenue.member(venue.key(301, "bearer", ""), "secret");
        ServedVenue.ok(venue.get(token, "/v1/orders?minSeq=" + last.join().seq()));
        final String open = ServedVenue.ok(anna.signed("GET", "/api/v3/openOrders", "symbol=BTCEUR"));
        assertEquals(count, open.split("\"status\":\"NEW\"", -1).length - 1);
        assertTrue(open.indexOf("\"orderId\":1,") < open.indexOf("\"orderId\":" + count + ","), "oldest first");
        final String cancelled = ServedVenue.ok(anna.signed("DELETE", "/api/v3/openOrders", "symbol=BTCEUR"));
        assertEquals(count, cancelled.split("\"status\":\"CANCELED\"", -1).length - 1);
    }

    @Test
    void shouldTestOrdersWithoutPlacingThem() throws Exception {
        assertEquals("{}", ServedVenue.ok(anna.signed("POST", ORDER + "/test", limit("SELL", "0.1", "100", ""))));
        final String rates = ServedVenue.ok(
                anna.signed("POST", ORDER + "/test", limit("SELL", "0.1", "100", "&computeCommissionRates=true")));
        assertTrue(rates.contains("\"taker\":\"0.00100000\""), rates);
        assertEquals("[]", ServedVenue.ok(anna.signed("GET", "/api/v3/openOrders", "")));
    }

    @Test
    void shouldShowTheMarketToEverybody() throws Exception {
        final String info = ServedVenue.ok(anna.get("/api/v3/exchangeInfo?symbols=%5B%22BTCEUR%22%5D"));
        assertTrue(
                info.contains("{\"filterType\":\"PRICE_FILTER\",\"minPrice\":\"0.01\",\"maxPrice\":\"10995116277.76\","
                        + "\"tickSize\":\"0.01\"},{\"filterType\":\"LOT_SIZE\",\"minQty\":\"0.00001\","),
                info);
        ServedVenue.ok(anna.signed("POST", ORDER, limit("SELL", "0.3", "100", "")));
        ServedVenue.ok(bert.signed("POST", ORDER, limit("BUY", "0.1", "100", "")));
        final HttpResponse<String> last = bert.signed("POST", ORDER, limit("BUY", "0.1", "100", ""));
        venue.shown(last);
        ServedVenue.ok(venue.get("", "/v1/trades/BTC-EUR?minSeq=" + seqOf(last)));
        final String trades = ServedVenue.ok(anna.get("/api/v3/trades?symbol=BTCEUR&limit=2"));
        assertTrue(
                trades.startsWith("[{\"id\":1,\"price\":\"100.00\",\"qty\":\"0.10000\",\"quoteQty\":\"10.00000000\""),
                trades);
        assertTrue(ServedVenue.ok(anna.get("/api/v3/historicalTrades?symbol=BTCEUR&fromId=2"))
                .startsWith("[{\"id\":2,"));
        assertTrue(ServedVenue.ok(anna.get("/api/v3/aggTrades?symbol=BTCEUR&fromId=2"))
                .startsWith("[{\"a\":2,"));
        final String candles = ServedVenue.ok(anna.get("/api/v3/klines?symbol=BTCEUR&interval=1d"));
        assertTrue(candles.contains(",\"100.00\",\"100.00\",\"100.00\",\"100.00\",\"0.20000\","), candles);
        assertEquals(
                "-1120",
                ServedVenue.member(
                        anna.get("/api/v3/klines?symbol=BTCEUR&interval=3m").body(), "code"));
        assertEquals("100.00", ServedVenue.member(ServedVenue.ok(anna.get("/api/v3/avgPrice?symbol=BTCEUR")), "price"));
        final String day = ServedVenue.ok(anna.get("/api/v3/ticker/24hr?symbol=BTCEUR"));
        assertEquals("20.00000000", ServedVenue.member(day, "quoteVolume"));
        assertEquals("2", ServedVenue.member(day, "lastId"));
        assertFalse(ServedVenue.ok(anna.get("/api/v3/ticker/24hr?type=MINI")).contains("bidPrice"));
        assertEquals(
                "[{\"symbol\":\"BTCEUR\",\"price\":\"100.00\"}]", ServedVenue.ok(anna.get("/api/v3/ticker/price")));
        assertEquals(
                "{\"symbol\":\"BTCEUR\",\"bidPrice\":\"0.00\",\"bidQty\":\"0.00000\",\"askPrice\":\"100.00\","
                        + "\"askQty\":\"0.10000\"}",
                ServedVenue.ok(anna.get("/api/v3/ticker/bookTicker?symbol=BTCEUR")));
        assertEquals("{}", ServedVenue.ok(anna.get("/api/v3/ping")));
        assertNotEquals("0", ServedVenue.member(ServedVenue.ok(anna.get("/api/v3/time")), "serverTime"));
    }

    @Test
    void shouldCountRequestsAsTheNativeApiDoes() throws Exception {
        venue.close();
        final Path other = java.nio.file.Files.createDirectory(folder.resolve("slow"));
        try (ServedVenue slow = ServedVenue.start(other, "limits.ordersPerSecond=2", "limits.requestsPerSecond=1000")) {
            slow.user(301, "2", "1000");
            final SpotClient client = SpotClient.of(slow, 301);
            slow.holdSeconds();
            HttpResponse<String> answer = client.signed("POST", ORDER, limit("SELL", "0.1", "100", ""));
            assertEquals(
                    "1", answer.headers().firstValue("X-MBX-ORDER-COUNT-1S").orElse(""), answer.body());
            final String limit = ServedVenue.ok(client.signed("GET", "/api/v3/rateLimit/order", ""));
            assertTrue(limit.contains("\"intervalNum\":1,\"limit\":2,\"count\":"), limit);
            for (int i = 0; i < 50 && answer.statusCode() == 200; i++) {
                answer = client.signed("POST", ORDER, limit("SELL", "0.1", "100", "&newClientOrderId=n-" + i));
            }
            assertEquals(429, answer.statusCode());
            assertEquals("-1003", ServedVenue.member(answer.body(), "code"));
            assertEquals("1", answer.headers().firstValue("Retry-After").orElse(""));
        }
    }
}
