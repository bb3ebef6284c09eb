package io.daybook.testvenue;

import io.daybook.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The newest requests and answers of all doors. Any thread. */
final class Traffic {
    private static final int MOST = 10_000;
    private static final int MOST_LETTERS = 4_096;
    private static final String NONE = "-";

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
     * Adds a message at a door.
     *
     * @param who the key or session
     * @param answer null for a message that has no answer, or is itself an answer
     * @param fault the fault that acted on the message; null for none
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

    /** All entries as text, for {@link #takeOver}. */
    synchronized String kept() {
        final StringBuilder kept = new StringBuilder();
        for (final Entry entry : entries) {
            kept.append(entry.number);
            for (final String field : Arrays.asList(entry.door, entry.who, entry.sent, entry.answer, entry.fault)) {
                kept.append(' ').append(field == null ? NONE : code(field));
            }
            kept.append('\n');
        }
        return kept.toString();
    }

    private static String code(final String text) {
        return "." + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Begins with the entries of a process that was killed. */
    synchronized void takeOver(final String kept) {
        kept.lines().forEach(line -> {
            final String[] fields = line.split(" ", -1);
            count = Long.parseLong(fields[0]);
            entries.add(new Entry(
                    count,
                    text(fields[1]),
                    text(fields[2]),
                    text(fields[3]),
                    optional(fields[4]),
                    optional(fields[5])));
        });
    }

    private static String text(final String code) {
        return new String(Base64.getDecoder().decode(code.substring(1)), StandardCharsets.UTF_8);
    }

    private static @Nullable String optional(final String code) {
        return code.equals(NONE) ? null : text(code);
    }

    /** A message as text, for people. */
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
