package io.daybook.model.generate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A line that is being written. */
final class Draft {
    private final Map<String, String> fields = new LinkedHashMap<>();

    /** The beginning of a command's line. */
    static Draft of(final String cmd) {
        return new Draft().with("cmd", cmd);
    }

    /** Fields without a command, for objects within a line. */
    static Draft nested() {
        return new Draft();
    }

    Draft with(final String name, final long value) {
        return withRaw(name, Long.toString(value));
    }

    Draft with(final String name, final String text) {
        return withRaw(name, "\"" + text + "\"");
    }

    Draft withRaw(final String name, final String json) {
        fields.put(name, json);
        return this;
    }

    Draft without(final String name) {
        fields.remove(name);
        return this;
    }

    List<String> names() {
        return new ArrayList<>(fields.keySet());
    }

    /** Names of the fields that are plain numbers. */
    List<String> numbers() {
        return names().stream()
                .filter(name -> fields.get(name).matches("-?[0-9]+"))
                .collect(Collectors.toList());
    }

    String line() {
        return line(names());
    }

    /** The line, with its fields in a given order. */
    String line(final List<String> order) {
        return order.stream()
                .map(name -> "\"" + name + "\":" + fields.get(name))
                .collect(Collectors.joining(",", "{", "}"));
    }
}
