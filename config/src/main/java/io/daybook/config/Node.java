package io.daybook.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a TOML or JSON file with its place: that of its key, where it has one.
 *
 * @param value a String, Boolean, Long, {@code Map<String, Node>} or {@code List<Node>}; anything else is of a type
 *     that no key has, and only shown
 * @param line from 1; 0 where it is not in the file
 * @param column from 1
 * @param origin what gave it, where that is not the file; else null
 */
public record Node(
        @Nullable Object value,
        int line,
        int column,
        @Nullable String origin) {
    /** A value of the file. */
    public Node(final @Nullable Object value, final int line, final int column) {
        this(value, line, column, null);
    }

    /** Where the value comes from, for people. */
    String whence() {
        return origin == null ? "line " + line : origin;
    }

    /** The value as a message shows it. */
    public String shown() {
        if (value instanceof Map) {
            return "a table";
        }
        if (value instanceof List) {
            return "a list";
        }
        final String text = Printable.of(String.valueOf(value));
        return value instanceof String ? "\"" + text + "\"" : text;
    }
}
