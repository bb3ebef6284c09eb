package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A book that is built from the messages of a stream, by the rule of gaps alone. */
final class StreamedBook {
    private static final Pattern LEVEL = Pattern.compile("\\[\"([^\"]+)\",\"([^\"]+)\"\\]");

    private final TreeMap<String, String> bids = new TreeMap<>();
    private final TreeMap<String, String> asks = new TreeMap<>();
    private long seq = -1;

    /** Reads a book from an answer. */
    static StreamedBook of(final String answer) {
        final StreamedBook book = new StreamedBook();
        book.levels(answer);
        book.seq = Long.parseLong(ServedVenue.member(answer, "seq"));
        return book;
    }

    /** Applies a snapshot or a change. */
    void take(final String message) {
        if (message.contains("\"type\":\"snapshot\"")) {
            bids.clear();
            asks.clear();
        } else {
            assertEquals(seq, Long.parseLong(ServedVenue.member(message, "prev")), message);
        }
        levels(message);
        seq = Long.parseLong(ServedVenue.member(message, "seq"));
    }

    long seq() {
        return seq;
    }

    private void levels(final String json) {
        final int asksAt = json.indexOf("\"asks\":");
        put(bids, json.substring(json.indexOf("\"bids\":"), asksAt));
        put(asks, json.substring(asksAt));
    }

    private static void put(final TreeMap<String, String> side, final String json) {
        final Matcher level = LEVEL.matcher(json);
        while (level.find()) {
            if (level.group(2).equals("0")) {
                side.remove(level.group(1));
            } else {
                side.put(level.group(1), level.group(2));
            }
        }
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof StreamedBook book && bids.equals(book.bids) && asks.equals(book.asks);
    }

    @Override
    public int hashCode() {
        return Objects.hash(bids, asks);
    }

    @Override
    public String toString() {
        return seq + " " + bids + " " + asks;
    }
}
