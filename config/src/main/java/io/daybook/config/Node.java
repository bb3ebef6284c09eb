package io.daybook.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a TOML or JSON file with its place, which is the place of its key, if it has one.
 *
 * @param value a String, Boolean, Long, {@code Map<String, Node>} or {@code List<Node>}; a value of any other type
 *     matches no key, and only messages quote it
 * @param line from 1; 0 if the value is not in the file
 * @param column from 1
 * @param origin the source of the value if that is not the file; otherwise null
 */
public record Node(
        @Nullable Object value,
        int line,
        int column,
        @Nullable String origin) {
    /** Creates a value of the file. */
    public Node(final @Nullable Object value, final int line, final int column) {
        this(value, line, column, null);
    }

    /** The source of the value, for messages. */
    String whence() {
        return origin == null ? "line " + line : origin;
    }

    /** The value, for messages. */
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
