package io.daybook.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON as maps, lists and texts. Numbers, true and false are texts as they were written; null is the text "null". */
final class JsonText {
    private static final String ENDS = ",]} \t\r\n";

    private final String text;
    private int at;

    private JsonText(final String text) {
        this.text = text;
    }

    /** Reads an answer. */
    static Object read(final String text) {
        final JsonText json = new JsonText(text);
        try {
            return json.value();
        } catch (StringIndexOutOfBoundsException | NumberFormatException e) {
            throw new TestVenueException("this is not JSON at character " + json.at + ": " + text, e);
        }
    }

    /** The value at a path of names and of indexes from 0. */
    static Object at(final Object json, final String... path) {
        Object now = json;
        for (final String step : path) {
            final Object next;
            if (now instanceof Map<?, ?> map) {
                next = map.get(step);
            } else {
                next = now instanceof List<?> list && Integer.parseInt(step) < list.size()
                        ? list.get(Integer.parseInt(step))
                        : null;
            }
            if (next == null) {
                throw new TestVenueException("\"" + String.join("/", path) + "\" is missing: " + write(json));
            }
            now = next;
        }
        return now;
    }

    /** A text at a path. */
    static String text(final Object json, final String... path) {
        return at(json, path).toString();
    }

    private Object value() {
        return switch (next()) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            default -> word();
        };
    }

    private Map<String, Object> object() {
        final Map<String, Object> members = new LinkedHashMap<>();
        at++;
        while (next() != '}') {
            final String name = string();
            if (next() == ':') {
                at++;
            }
            members.put(name, value());
            comma();
        }
        at++;
        return members;
    }

    private List<Object> list() {
        final List<Object> items = new ArrayList<>();
        at++;
        while (next() != ']') {
            items.add(value());
            comma();
        }
        at++;
        return items;
    }

    private void comma() {
        if (next() == ',') {
            at++;
        }
    }

    private String string() {
        final StringBuilder read = new StringBuilder();
        at++;
        while (text.charAt(at) != '"') {
            final char c = text.charAt(at++);
            read.append(c == '\\' ? escaped() : c);
        }
        at++;
        return read.toString();
    }

    private char escaped() {
        final char c = text.charAt(at++);
        if (c == 'u') {
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        }
        final int usual = "nrtbf".indexOf(c);
        return usual < 0 ? c : "\n\r\t\b\f".charAt(usual);
    }

    private String word() {
        final int from = at;
        while (at < text.length() && ENDS.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (at == from) {
            throw new NumberFormatException("nothing at " + at);
        }
        return text.substring(from, at);
    }

    private char next() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }

    /** Writes maps, lists, numbers and booleans; every other value is written as a text. */
    static String write(final Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + write(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(JsonText::write).collect(Collectors.joining(",", "[", "]"));
        }
        return value instanceof Number || value instanceof Boolean ? value.toString() : quoted(value.toString());
    }

    private static String quoted(final String text) {
        final StringBuilder written = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c < ' ') {
                written.append(String.format("\\u%04x", (int) c));
            } else {
                written.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        return written.append('"').toString();
    }
}
