package io.daybook.testvenue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.daybook.server.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Orders that the venue has taken, but that reads do not show yet. Any thread. */
final class HiddenOrders {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Pattern ORDER_ID = Pattern.compile("\"orderId\":\"?(\\d+)");
    private static final Pattern CLIENT_ID = Pattern.compile("\"clientOrderId\":\"([^\"]*)\"");

    private final List<Hidden> all = new ArrayList<>();

    private record Hidden(String key, String orderId, String clientOrderId, boolean inStreams, long untilNs) {}

    /** Hides the order that an answer reports to its sender. */
    synchronized void add(final String key, final Response answer, final Duration time, final boolean inStreams) {
        final String text = new String(answer.body(), StandardCharsets.UTF_8);
        all.add(new Hidden(
                key, first(ORDER_ID, text), first(CLIENT_ID, text), inStreams, System.nanoTime() + time.toNanos()));
    }

    private static String first(final Pattern pattern, final String text) {
        final Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : "";
    }

    private synchronized List<Hidden> of(final String key) {
        all.removeIf(hidden -> hidden.untilNs - System.nanoTime() <= 0);
        return all.stream().filter(hidden -> hidden.key.equals(key)).toList();
    }

    /** Whether a name is an id of a hidden order of a key. */
    boolean has(final String key, final String name) {
        return !name.isEmpty()
                && of(key).stream().anyMatch(one -> one.orderId.equals(name) || one.clientOrderId.equals(name));
    }

    /** Whether a message of a stream is about an order that is hidden in streams too. */
    boolean hides(final String key, final String message) {
        return of(key).stream().anyMatch(one -> one.inStreams && isAbout(one, message));
    }

    private static boolean isAbout(final Hidden hidden, final String text) {
        return !hidden.orderId.isEmpty()
                && (text.contains("\"orderId\":\"" + hidden.orderId + "\"")
                        || text.contains("\"orderId\":" + hidden.orderId + ",")
                        || text.contains("\"i\":" + hidden.orderId + ","));
    }

    /** An answer with a list of orders, without the hidden ones. */
    Response without(final String key, final Response answer) {
        final List<Hidden> hidden = of(key);
        if (hidden.isEmpty()) {
            return answer;
        }
        final String text = new String(answer.body(), StandardCharsets.UTF_8);
        final List<int[]> items = items(text);
        final String left = items.stream()
                .map(item -> text.substring(item[0], item[1]))
                .filter(one -> hidden.stream().noneMatch(each -> isAbout(each, one)))
                .collect(Collectors.joining(","));
        final String shown = items.isEmpty()
                ? text
                : text.substring(0, items.get(0)[0]) + left + text.substring(items.get(items.size() - 1)[1]);
        return new Response(
                answer.status(), answer.contentType(), shown.getBytes(StandardCharsets.UTF_8), answer.headers());
    }

    /** The offsets of the objects in the outermost list: begin and end of each. */
    private static List<int[]> items(final String text) {
        final List<int[]> items = new ArrayList<>();
        try (JsonParser parser = FACTORY.createParser(text)) {
            int lists = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.START_ARRAY) {
                    lists++;
                } else if (token == JsonToken.END_ARRAY) {
                    lists--;
                } else if (token == JsonToken.START_OBJECT && lists == 1) {
                    final int begin = (int) parser.currentTokenLocation().getCharOffset();
                    parser.skipChildren();
                    items.add(new int[] {
                        begin, (int) parser.currentTokenLocation().getCharOffset() + 1
                    });
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an answer of the venue is not JSON", e);
        }
        return items;
    }
}
