package io.daybook.server.api;

import io.daybook.server.http.Problem;
import io.daybook.server.http.Request;
import io.daybook.wire.json.Json;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Divides lists into pages. A page begins after a key of two numbers, so that new items do not shift it. */
final class Pages {
    private static final Pattern KEY = Pattern.compile("(\\d{1,18})-(\\d{1,18})");
    private static final int USUAL = 100;
    static final int MOST = 1_000;

    private Pages() {}

    /** The key after which a page begins. The newest items come first, so keys fall. */
    record Key(long first, long second) implements Comparable<Key> {
        static final Key NEWEST = new Key(Long.MAX_VALUE, Long.MAX_VALUE);

        @Override
        public int compareTo(final Key other) {
            return first == other.first ? Long.compare(second, other.second) : Long.compare(first, other.first);
        }

        @Override
        public String toString() {
            return first + "-" + second;
        }
    }

    static int limit(final Request request) {
        return (int) request.query("limit", USUAL, 1, MOST);
    }

    static Key next(final Request request) {
        final String text = request.query("next");
        if (text == null) {
            return Key.NEWEST;
        }
        final Matcher key = KEY.matcher(text);
        if (!key.matches()) {
            throw Problem.badForm("?next", "next must be the value from the previous page");
        }
        return new Key(Long.parseLong(key.group(1)), Long.parseLong(key.group(2)));
    }

    /** Writes the page after a key. The items are sorted by descending key. */
    static <T> Json page(
            final List<T> items,
            final Key behind,
            final int limit,
            final Function<T, Key> key,
            final BiConsumer<Json, T> shape) {
        final Json json = new Json().object().list("items");
        int count = 0;
        Key last = behind;
        boolean hasMore = false;
        for (final T item : items) {
            final Key own = key.apply(item);
            if (own.compareTo(behind) < 0) {
                if (count == limit) {
                    hasMore = true;
                    break;
                }
                json.object();
                shape.accept(json, item);
                json.end();
                count++;
                last = own;
            }
        }
        json.endList();
        return hasMore ? json.put("next", last.toString()).end() : json.end();
    }
}
