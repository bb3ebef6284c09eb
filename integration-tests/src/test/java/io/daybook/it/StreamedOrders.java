package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Follows a user's orders over a stream, across kills of the server: continues after the last received update. */
final class StreamedOrders {
    private static final long TIME_OUT_S = 60;
    private static final Pattern NUMBER = Pattern.compile("\"n\":(\\d+)");
    private static final Pattern ORDER =
            Pattern.compile("\"orderId\":\"(\\d+)\".*?\"state\":\"(\\w+)\".*?\"seq\":(\\d+)");

    private final HttpClient client;
    private final String token;

    /** The state and last change of each order; guarded by itself. */
    private final Map<String, String> orders = new TreeMap<>();

    private long last;
    private @Nullable String fault;

    /** The listener of the last connection; messages to earlier ones are ignored. */
    private @Nullable Listener current;

    StreamedOrders(final HttpClient client, final String token) {
        this.client = client;
        this.token = token;
    }

    /** Connects to the server that runs now; if the server is killed meanwhile, the next call connects. */
    void open(final String url) throws Exception {
        final Listener listener = new Listener();
        synchronized (orders) {
            current = listener;
        }
        try {
            final WebSocket socket = client.newWebSocketBuilder()
                    .header("Authorization", "Bearer " + token)
                    .buildAsync(URI.create(url.replace("http", "ws") + "/v1/stream"), listener)
                    .get(TIME_OUT_S, TimeUnit.SECONDS);
            final long from;
            synchronized (orders) {
                from = last;
            }
            socket.sendText("{\"op\":\"subscribe\",\"channels\":[\"orders\"],\"from\":{\"orders\":" + from + "}}", true)
                    .join();
        } catch (ExecutionException | CompletionException e) {
            // the server was killed; the next connection delivers the missing updates
        }
    }

    /** Requires that the updates agree with a list of all orders. */
    void requireAll(final String list, final long seed) throws Exception {
        final Map<String, String> listed = new TreeMap<>();
        final Matcher order = ORDER.matcher(list);
        while (order.find()) {
            listed.put(order.group(1), order.group(2) + " " + order.group(3));
        }
        assertFalse(listed.isEmpty(), list);
        synchronized (orders) {
            final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIME_OUT_S);
            while (!listed.equals(orders) && System.nanoTime() < endNs) {
                TimeUnit.NANOSECONDS.timedWait(orders, endNs - System.nanoTime());
            }
            assertEquals(null, fault, "seed=" + seed);
            assertEquals(listed, orders, "seed=" + seed);
        }
    }

    private void take(final Listener from, final String message) {
        synchronized (orders) {
            if (from != current) {
                return;
            }
            final Matcher number = NUMBER.matcher(message);
            if (message.contains("\"type\":\"update\"") && number.find()) {
                final long n = Long.parseLong(number.group(1));
                if (n != last + 1) {
                    fault = "after " + last + ", received " + message;
                }
                last = n;
                final Matcher order = ORDER.matcher(message);
                if (order.find()) {
                    orders.put(order.group(1), order.group(2) + " " + order.group(3));
                }
            } else if (!message.contains("\"subscribed\"")) {
                fault = message;
            }
            orders.notifyAll();
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder parts = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(
                final WebSocket from, final CharSequence data, final boolean isLast) {
            parts.append(data);
            if (isLast) {
                take(this, parts.toString());
                parts.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public void onError(final WebSocket from, final Throwable error) {
            // killed
        }
    }
}
