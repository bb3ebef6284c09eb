package io.daybook.testkit;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** A user of the venue with a key of each kind, and the few requests that most tests begin with. */
public final class TestTrader {
    private static final Duration USUAL_WAIT = Duration.ofSeconds(5);

    private final Object json;
    private final Door door;

    TestTrader(final Object json, final String http) {
        this(json, new Door(http, JsonText.text(json, "bearer"), USUAL_WAIT));
    }

    private TestTrader(final Object json, final Door door) {
        this.json = json;
        this.door = door;
    }

    /** The user, which is also the name of its account. */
    public String name() {
        return text("name");
    }

    /** The token for {@code Authorization: Bearer}. */
    public String bearer() {
        return text("bearer");
    }

    /** The key for programs that use the spot dialect, such as ccxt. */
    public String apiKey() {
        return text("hmac", "apiKey");
    }

    /** The secret of {@link #apiKey()}. */
    public String secret() {
        return text("hmac", "secret");
    }

    /**
     * The settings of a session: over {@code fix} senderCompId, targetCompId, username and password, over {@code tcp}
     * session and secret. Only the traders that the venue starts with have sessions.
     */
    public Map<String, String> session(final String name) {
        final Map<String, String> settings = new LinkedHashMap<>();
        if (JsonText.at(json, name) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> settings.put(String.valueOf(key), String.valueOf(value)));
        }
        return settings;
    }

    /** The value at a path of this user in the venue's first line, such as {@code ed25519}, {@code privateKey}. */
    public String text(final String... path) {
        return JsonText.text(json, path);
    }

    /** This user with another time limit for answers. */
    public TestTrader waiting(final Duration timeout) {
        return new TestTrader(json, new Door(door.url(), door.token(), timeout));
    }

    /**
     * Sends a request to the HTTP door, once.
     *
     * @param body empty for none
     * @throws IOException if no answer comes in time, or the connection is cut
     */
    public TestAnswer send(final String method, final String path, final String body) throws IOException {
        return door.send(method, path, body);
    }

    /** Places a bid with a limit. */
    public TestAnswer buy(final String symbol, final String price, final String size, final String clientOrderId)
            throws IOException {
        return place("buy", symbol, price, size, clientOrderId);
    }

    /** Places an ask with a limit. */
    public TestAnswer sell(final String symbol, final String price, final String size, final String clientOrderId)
            throws IOException {
        return place("sell", symbol, price, size, clientOrderId);
    }

    private TestAnswer place(
            final String side, final String symbol, final String price, final String size, final String clientOrderId)
            throws IOException {
        final Map<String, String> order = new LinkedHashMap<>();
        order.put("symbol", symbol);
        order.put("side", side);
        order.put("type", "limit");
        order.put("price", price);
        order.put("size", size);
        order.put("clientOrderId", clientOrderId);
        return send("POST", "/v1/orders", JsonText.write(order));
    }

    /** Reads an order. */
    public TestAnswer order(final String clientOrderId) throws IOException {
        return send("GET", "/v1/orders/by-client/" + clientOrderId, "");
    }

    /** Cancels an order by the venue's id. */
    public TestAnswer cancel(final String id) throws IOException {
        return send("DELETE", "/v1/orders/" + id, "");
    }

    /** The balance of a currency, including held amounts; "0" if the account has none. */
    public String balance(final String currency) throws IOException {
        final TestAnswer answer = send("GET", "/v1/account", "");
        if (JsonText.at(JsonText.read(answer.body()), "balances") instanceof Iterable<?> balances) {
            for (final Object one : balances) {
                if (one != null && JsonText.text(one, "currency").equals(currency)) {
                    return JsonText.text(one, "balance");
                }
            }
        }
        return "0";
    }

    @Override
    public String toString() {
        return name();
    }
}
