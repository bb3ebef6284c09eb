package io.daybook.perf.http;

import io.daybook.server.identity.Signatures;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Supplier;

/** Requests as bytes: orders that rest and trade in turn, and reads. Used by one thread. */
final class Requests {
    private static final String HEAD = " HTTP/1.1\r\nHost: 127.0.0.1\r\n";

    private Requests() {}

    /** A public read. */
    static Supplier<byte[]> get(final String target) {
        final byte[] request = ("GET " + target + HEAD + "\r\n").getBytes(StandardCharsets.US_ASCII);
        return () -> request;
    }

    /**
     * Orders of one key, signed with HMAC: a bid and an ask at one price in turn, so that every second order trades.
     *
     * @param name begins the client ids, so that they are unique
     */
    static Supplier<byte[]> signedOrders(final String name, final String symbol, final String[] key) {
        final byte[] secret = Base64.getUrlDecoder().decode(key[1]);
        return new Supplier<>() {
            private int count;

            @Override
            public byte[] get() {
                final String body = order(symbol, count % 2 == 0 ? "buy" : "sell", "100.00", name + "-" + count++);
                final String time = Long.toString(System.currentTimeMillis());
                final String sign = Signatures.hmac(
                        secret, Signatures.text(time, "POST", "/v1/orders", body.getBytes(StandardCharsets.US_ASCII)));
                return post(
                        "Daybook-Key: " + key[0] + "\r\nDaybook-Time: " + time + "\r\nDaybook-Sign: " + sign + "\r\n",
                        body);
            }
        };
    }

    /**
     * Orders of one token, a sell and a buy at the same price in turn: each changes a level of the book, and the buy
     * trades.
     */
    static Supplier<byte[]> orders(final String name, final String symbol, final String token) {
        return new Supplier<>() {
            private int count;

            @Override
            public byte[] get() {
                final int round = count / 2;
                final String price = 100 + round % 40 + ".0" + round % 10;
                final String body = order(symbol, count % 2 == 0 ? "sell" : "buy", price, name + "-" + count++);
                return post("Authorization: Bearer " + token + "\r\n", body);
            }
        };
    }

    private static String order(final String symbol, final String side, final String price, final String name) {
        return "{\"symbol\":\"" + symbol + "\",\"side\":\"" + side + "\",\"type\":\"limit\",\"price\":\"" + price
                + "\",\"size\":\"0.00001\",\"clientOrderId\":\"" + name + "\"}";
    }

    private static byte[] post(final String headers, final String body) {
        return ("POST /v1/orders" + HEAD + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
