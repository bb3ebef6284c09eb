package io.daybook.venue;

import static io.daybook.venue.ServedVenue.order;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** Requests of both APIs with bytes changed, removed, inserted and repeated; one request in five is unchanged. */
public final class MutatedRequests {
    private static final int MOST_REPEATED = 20;
    private static final List<String> TARGETS = List.of(
            "/v1/book/BTC-EUR?depth=5",
            "/v1/trades/BTC-EUR?limit=5&before=7",
            "/v1/candles/BTC-EUR?interval=1m&from=1&to=1795334467495112&limit=5",
            "/v1/orders?state=open&symbol=BTC-EUR&limit=5",
            "/v1/fills?limit=5",
            "/v1/orders/by-client/h-1",
            "/v1/account?minSeq=1",
            "/api/v3/klines?symbol=BTCEUR&interval=1m&startTime=1&limit=5",
            "/api/v3/depth?symbol=BTCEUR&limit=5",
            "/api/v3/aggTrades?symbol=BTCEUR&fromId=1&limit=5",
            "/api/v3/exchangeInfo?symbols=[%22BTCEUR%22]",
            "/api/v3/openOrders?symbol=BTCEUR&timestamp=1&signature=00");

    /**
     * Requests that are signed in the way of the dialect after their change: the method and path, then the parameters.
     */
    private static final List<List<String>> SIGNED = List.of(
            List.of(
                    "POST /api/v3/order",
                    "symbol=BTCEUR&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.01&price=90&newClientOrderId=m-1"),
            List.of("POST /api/v3/order", "symbol=BTCEUR&side=SELL&type=MARKET&quoteOrderQty=12.50"),
            List.of("POST /api/v3/order/test", "symbol=BTCEUR&side=BUY&type=LIMIT_MAKER&quantity=0.01&price=90"),
            List.of(
                    "POST /api/v3/order/cancelReplace",
                    "symbol=BTCEUR&side=BUY&type=LIMIT&timeInForce=IOC&quantity=0.01&price=90"
                            + "&cancelReplaceMode=ALLOW_FAILURE&cancelOrigClientOrderId=m-1"),
            List.of("DELETE /api/v3/order", "symbol=BTCEUR&origClientOrderId=m-1&recvWindow=50000"),
            List.of("GET /api/v3/allOrders", "symbol=BTCEUR&startTime=1&limit=5"),
            List.of("GET /api/v3/myTrades", "symbol=BTCEUR&orderId=4398046511110&fromId=1&limit=5"),
            List.of("GET /api/v3/account/commission", "symbol=BTCEUR"));

    private final String token;
    private final String apiKey;
    private final UnaryOperator<String> signature;
    private final SplittableRandom dice;

    /**
     * Creates the requests of a trader.
     *
     * @param token the token of a bearer key
     * @param apiKey the API key of the dialect
     * @param signature signs parameters with that key
     */
    public MutatedRequests(
            final String token,
            final String apiKey,
            final UnaryOperator<String> signature,
            final SplittableRandom dice) {
        this.token = token;
        this.apiKey = apiKey;
        this.signature = signature;
        this.dice = dice;
    }

    /** Returns a request after which the connection stays open. The last request of a batch may be no HTTP at all. */
    public byte[] next(final boolean isLast) {
        final String line;
        String key = "Authorization: Bearer " + token;
        byte[] body = new byte[0];
        switch (dice.nextInt(8)) {
            case 0, 1, 2, 3 -> {
                line = dice.nextInt(8) == 0 ? "PATCH /v1/orders/1" : "POST /v1/orders?minSeq=1";
                final String good = order("buy", "100.00", "0.1", "h-" + dice.nextInt(100));
                body = mutated(good.getBytes(StandardCharsets.UTF_8));
            }
            case 4 -> {
                final List<String> signed = SIGNED.get(dice.nextInt(SIGNED.size()));
                final String text = target(signed.get(1)) + "&timestamp=" + System.currentTimeMillis();
                key = "X-MBX-APIKEY: " + apiKey;
                line = signed.get(0) + "?" + text + "&signature=" + signature.apply(text);
            }
            default ->
                line = "GET /"
                        + target(TARGETS.get(dice.nextInt(TARGETS.size())).substring(1));
        }
        final byte[] head = (line + " HTTP/1.1\r\nHost: localhost\r\n" + key
                        + "\r\nContent-Type: application/json\r\nConnection: " + (isLast ? "close" : "keep-alive")
                        + "\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        final byte[] whole = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        return isLast && dice.nextInt(4) == 0 ? mutated(whole) : whole;
    }

    /** Mutates the target without characters that would end the line, so that the line is read as one. */
    private String target(final String target) {
        final byte[] changed = mutated(target.getBytes(StandardCharsets.US_ASCII));
        final StringBuilder printable = new StringBuilder();
        for (final byte one : changed) {
            printable.append(one > ' ' && one < 0x7f ? (char) one : '%');
        }
        return printable.toString();
    }

    private byte[] mutated(final byte[] bytes) {
        byte[] changed = bytes;
        final int changes = dice.nextInt(5);
        for (int i = 0; i < changes && changed.length > 0; i++) {
            final int at = dice.nextInt(changed.length);
            final byte[] before = Arrays.copyOf(changed, at);
            changed = switch (dice.nextInt(4)) {
                case 0 -> joined(before, new byte[] {(byte) dice.nextInt(256)}, rest(changed, at + 1));
                case 1 -> joined(before, new byte[0], rest(changed, at + 1));
                case 2 -> joined(before, new byte[] {(byte) dice.nextInt(256)}, rest(changed, at));
                default -> {
                    final int to = Math.min(changed.length, at + dice.nextInt(MOST_REPEATED));
                    yield joined(before, Arrays.copyOfRange(changed, at, to), rest(changed, at));
                }
            };
        }
        return changed;
    }

    private static byte[] rest(final byte[] bytes, final int from) {
        return Arrays.copyOfRange(bytes, from, bytes.length);
    }

    private static byte[] joined(final byte[] first, final byte[] second, final byte[] third) {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first);
        all.writeBytes(second);
        all.writeBytes(third);
        return all.toByteArray();
    }
}
