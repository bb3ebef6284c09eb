package io.daybook.testvenue;

import io.daybook.server.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The newest requests and answers of all doors. Any thread. */
final class Traffic {
    private static final int MOST = 10_000;
    private static final int MOST_LETTERS = 4_096;

    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private long count;

    private record Entry(
            long number,
            String door,
            String who,
            String sent,
            @Nullable String answer,
            @Nullable String fault) {}

    /**
     * Something passed a door.
     *
     * @param who key or session
     * @param answer null for what is not answered, or is an answer itself
     * @param fault that it met; null for none
     */
    synchronized void add(
            final String door,
            final String who,
            final String sent,
            final @Nullable String answer,
            final @Nullable String fault) {
        if (entries.size() == MOST) {
            entries.remove();
        }
        entries.add(new Entry(++count, door, who, cut(sent), answer == null ? null : cut(answer), fault));
    }

    /** A message in words, for people. */
    static String text(final byte[] bytes) {
        return new String(bytes, 0, Math.min(bytes.length, MOST_LETTERS), StandardCharsets.UTF_8);
    }

    private static String cut(final String text) {
        return text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS) + "…";
    }

    /** The entries from a number on. */
    synchronized Json list(final long from) {
        final Json json = new Json().object().put("last", count).list("requests");
        for (final Entry entry : entries) {
            if (entry.number >= from) {
                json.object()
                        .put("n", entry.number)
                        .put("door", entry.door)
                        .put("who", entry.who)
                        .put("sent", entry.sent)
                        .put("answer", entry.answer)
                        .put("fault", entry.fault)
                        .end();
            }
        }
        return json.endList().end();
    }
}
