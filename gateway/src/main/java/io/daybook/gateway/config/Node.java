package io.daybook.gateway.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a TOML or JSON file with its place: that of its key, where it has one.
 *
 * @param value a String, Boolean, Long, {@code Map<String, Node>} or {@code List<Node>}; anything else is of a type
 *     that no key has, and only shown
 * @param line from 1
 * @param column from 1
 */
record Node(@Nullable Object value, int line, int column) {
    /** The value as a message shows it. */
    String shown() {
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
