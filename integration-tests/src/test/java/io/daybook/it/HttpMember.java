package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A member that places orders over HTTP, sends each until it is answered, and now and then sends an earlier one again:
 * no client id stands for two orders, and the answer to a repeated request stays the same for ever. The member also
 * follows its orders over a stream, which continues after the last update that was received.
 */
final class HttpMember implements AutoCloseable {
    private static final long TIME_OUT_S = 60;

    /** The most orders of the member: all of them are on one page of a list. */
    private static final int MAX_ORDERS = 900;

    private static final int ORDERS_PER_REPETITION = 4;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final SplittableRandom random;
    private final Map<String, String> answered = new TreeMap<>();
    private final Thread thread = new Thread(this::trade, "trades over HTTP");
    private String token = "";
    private @Nullable StreamedOrders streamed;

    /** Guarded by the lock of this object, like the fields below. */
    private String url = "";

    private boolean isStopped;
    private @Nullable Throwable failure;

    HttpMember(final long seed) {
        random = new SplittableRandom(seed);
    }

    /** Makes a key with the operator's token, and begins to trade. */
    void start(final String newUrl, final String admin, final long uid) throws Exception {
        final HttpResponse<String> key = send(
                newUrl,
                admin,
                "POST",
                "/v1/admin/keys",
                "{\"name\":\"a\",\"kind\":\"bearer\",\"roles\":[\"trader\"],\"accounts\":{\"A\":" + uid + "}}");
        token = member(key.body(), "secret");
        streamed = new StreamedOrders(client, token);
        goOn(newUrl);
        thread.start();
    }

    /** Continues with the next process of the server. */
    void goOn(final String newUrl) throws Exception {
        synchronized (this) {
            url = newUrl;
            notifyAll();
        }
        stream().open(newUrl);
    }

    private StreamedOrders stream() {
        if (streamed == null) {
            throw new IllegalStateException("not started");
        }
        return streamed;
    }

    /** The first failure; null if there is none. */
    synchronized @Nullable Throwable failure() {
        return failure;
    }

    /** Stops after the current order is answered. */
    void stop() throws InterruptedException {
        synchronized (this) {
            isStopped = true;
        }
        thread.join(TimeUnit.SECONDS.toMillis(TIME_OUT_S));
        assertTrue(!thread.isAlive(), "an order is not answered");
    }

    @Override
    public void close() {
        synchronized (this) {
            isStopped = true;
            failure = failure == null ? new IllegalStateException("closed") : failure;
            notifyAll();
        }
    }

    /**
     * Requires that each client id stands for one order, and that the list and the stream have these orders and no
     * others.
     */
    void requireTold(final long seed) throws Exception {
        for (int i = 0; i < answered.size(); i++) {
            place(i);
        }
        final Set<String> ids = new HashSet<>();
        answered.values().forEach(one -> ids.add(member(one, "orderId")));
        assertEquals(answered.size(), ids.size(), () -> "each order must have its own id, seed=" + seed);
        final String all =
                send(url, token, "GET", "/v1/orders?state=all&limit=1000", "").body();
        assertEquals(ids.size(), all.split("\"orderId\"", -1).length - 1, () -> "each order once in the list: " + all);
        stream().requireAll(all, seed);
    }

    private void trade() {
        try {
            for (int i = 0; i < MAX_ORDERS && !isEnded(); i++) {
                place(i);
                if (random.nextInt(ORDERS_PER_REPETITION) == 0) {
                    place(random.nextInt(i + 1));
                }
            }
        } catch (Exception | AssertionError e) {
            synchronized (this) {
                failure = e;
            }
        }
    }

    private synchronized boolean isEnded() {
        return isStopped;
    }

    /** Sends an order until it is answered; an order that was answered before must get the same answer. */
    private void place(final int number) throws Exception {
        final String id = "c-" + number;
        for (String sentTo = current(""); ; sentTo = current(sentTo)) {
            try {
                final HttpResponse<String> answer = send(sentTo, token, "POST", "/v1/orders", order(number, id));
                if (answer.statusCode() / 100 == 5) {
                    continue; // the server starts, or ends
                }
                assertEquals(2, answer.statusCode() / 100, answer.body());
                final String core = answer.body().replace(",\"duplicate\":true", "");
                final String before = answered.putIfAbsent(id, core);
                assertEquals(before == null ? core : before, core);
                return;
            } catch (IOException e) {
                // the server was killed: the fate of the order is not known, so it is sent again
            }
        }
    }

    /**
     * The address of the server. If it is the one that did not answer, waits a moment first, or until there is another.
     */
    private synchronized String current(final String before) throws InterruptedException {
        if (url.equals(before)) {
            wait(10);
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        return url;
    }

    /**
     * An order: buys and sells alternate, so that some orders trade. Some orders have a trigger at a distant price, and
     * some show only a part.
     */
    private static String order(final int number, final String clientId) {
        final String terms =
                switch (number % 10) {
                    case 3 -> ",\"trigger\":\"56000\",\"when\":\"falls\"";
                    case 8 -> ",\"trigger\":\"58000\",\"when\":\"rises\"";
                    case 6 -> ",\"display\":\"0.0001\"";
                    default -> "";
                };
        return "{\"symbol\":\"BTC-EUR\",\"side\":\"" + (number % 2 == 0 ? "buy" : "sell")
                + "\",\"type\":\"limit\",\"price\":\"" + (57_100 + number % 4)
                + "\",\"size\":\"0.0005\",\"clientOrderId\":\"" + clientId + "\"" + terms + "}";
    }

    private HttpResponse<String> send(
            final String to, final String key, final String method, final String target, final String body)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(to + target))
                        .timeout(Duration.ofSeconds(TIME_OUT_S))
                        .header("Authorization", "Bearer " + key)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String member(final String json, final String name) {
        final Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        assertTrue(found.find(), json);
        return found.group(1);
    }
}
