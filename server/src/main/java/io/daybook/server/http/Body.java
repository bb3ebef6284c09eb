package io.daybook.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of a request, whose keys are read one by one: strict, without duplicate keys, at most 8 levels deep. An
 * error is a {@link Problem} with a pointer to it; {@link #finish} refuses keys that were not read. Used by one thread.
 */
public final class Body {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_NUMBER = 20;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER)
                    .build())
            .build();

    private final String pointer;
    private final Map<String, Object> entries;
    private final Set<String> asked = new LinkedHashSet<>();

    private Body(final String pointer, final Map<String, Object> entries) {
        this.pointer = pointer;
        this.entries = entries;
    }

    /**
     * Reads an object; an empty body is an object without keys.
     *
     * @throws Problem BAD_FORM
     */
    public static Body read(final byte[] bytes) {
        return read(bytes, false);
    }

    /**
     * Reads an object.
     *
     * @param takesDecimals whether a decimal may come without quotes; it is then read as the text that was sent
     * @throws Problem BAD_FORM
     */
    public static Body read(final byte[] bytes, final boolean takesDecimals) {
        if (bytes.length == 0) {
            return new Body("", Map.of());
        }
        try {
            final String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            try (JsonParser parser = FACTORY.createParser(text)) {
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    throw Problem.badForm("", "the body must be a JSON object");
                }
                final Map<String, Object> entries = object(parser, 1, takesDecimals);
                if (parser.nextToken() != null) {
                    throw Problem.badForm("", "the body must end after the JSON object");
                }
                return new Body("", entries);
            }
        } catch (CharacterCodingException e) {
            throw Problem.badForm("", "the body is not UTF-8");
        } catch (JsonProcessingException e) {
            throw Problem.badForm(
                    "",
                    "the body is not JSON: "
                            + String.valueOf(e.getOriginalMessage())
                                    .lines()
                                    .findFirst()
                                    .orElse(""));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    /** Returns whether the object has a key. */
    public boolean has(final String key) {
        return entries.containsKey(key);
    }

    /** A required text. */
    public String text(final String key) {
        final String text = optionalText(key);
        if (text == null) {
            throw missing(key, "a text");
        }
        return text;
    }

    /** A text, or null if it is missing. */
    public @Nullable String optionalText(final String key) {
        final Object value = value(key);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw wrong(key, "must be a text in quotes");
    }

    /** A required whole number. */
    public long whole(final String key, final long least, final long most) {
        if (!has(key)) {
            throw missing(key, "a whole number");
        }
        return whole(key, least, least, most);
    }

    /** A whole number with a default. */
    public long whole(final String key, final long otherwise, final long least, final long most) {
        final Object value = value(key);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Long number && number >= least && number <= most) {
            return number;
        }
        throw wrong(key, "must be a whole number from " + least + " to " + most);
    }

    /** True or false; false if it is missing. */
    public boolean flag(final String key) {
        final Object value = value(key);
        if (value == null) {
            return false;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw wrong(key, "must be true or false");
    }

    /** The value that {@code words} has for the text of a key; null if the key is missing. */
    public <T> @Nullable T choice(final String key, final Map<String, T> words) {
        final String text = optionalText(key);
        if (text == null) {
            return null;
        }
        final T chosen = words.get(text);
        if (chosen == null) {
            throw wrong(key, "must be one of " + String.join(", ", words.keySet()));
        }
        return chosen;
    }

    /**
     * A value as it is spelled in a query: a text, a number, true, false, or a list of texts.
     *
     * @throws Problem for an object
     */
    public String spelled(final String key) {
        final Object value = value(key);
        if (value == null || value instanceof Map) {
            throw wrong(key, "must be a text, a number, true, false or a list of texts");
        }
        return value instanceof List
                ? texts(key).stream().collect(Collectors.joining("\",\"", "[\"", "\"]"))
                : value.toString();
    }

    /** The texts of a list; empty if it is missing. */
    public List<String> texts(final String key) {
        final Object value = value(key);
        final List<String> texts = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (final Object one : list) {
                if (!(one instanceof String text)) {
                    throw wrong(key, "must be a list of texts");
                }
                texts.add(text);
            }
        } else if (value != null) {
            throw wrong(key, "must be a list of texts");
        }
        return texts;
    }

    /** The rows of a list, each a list of texts; none if it is missing. */
    public List<List<String>> rows(final String key) {
        final Object value = value(key);
        final List<List<String>> rows = new ArrayList<>();
        if (value != null && !(value instanceof List)) {
            throw wrong(key, "must be a list of lists");
        }
        for (final Object row : value == null ? List.of() : (List<?>) value) {
            if (!(row instanceof List<?> texts) || !texts.stream().allMatch(String.class::isInstance)) {
                throw wrong(key, "must be a list of lists of texts");
            }
            rows.add(texts.stream().map(String.class::cast).toList());
        }
        return rows;
    }

    /** The objects of a list; none if it is missing. */
    @SuppressWarnings("unchecked") // the reader makes no other maps
    public List<Body> objects(final String key) {
        final Object value = value(key);
        final List<Body> objects = new ArrayList<>();
        if (value != null && !(value instanceof List)) {
            throw wrong(key, "must be a list of objects");
        }
        for (final Object one : value == null ? List.of() : (List<?>) value) {
            if (!(one instanceof Map)) {
                throw wrong(key, "must be a list of objects");
            }
            objects.add(new Body(pointer + "/" + key + "/" + objects.size(), (Map<String, Object>) one));
        }
        return objects;
    }

    /** An object within this one; an object without keys if it is missing. */
    @SuppressWarnings("unchecked") // the reader makes no other maps
    public Body object(final String key) {
        final Object value = value(key);
        if (value == null || value instanceof Map) {
            return new Body(pointer + "/" + key, value == null ? Map.of() : (Map<String, Object>) value);
        }
        throw wrong(key, "must be an object");
    }

    /** The keys of the object. */
    public Set<String> keys() {
        return entries.keySet();
    }

    /** The problem of the value of a key. */
    public Problem wrong(final String key, final String what) {
        return Problem.badForm(pointer + "/" + key, key + " " + what);
    }

    /** Refuses keys that were not read. */
    public void finish() {
        for (final String key : entries.keySet()) {
            if (!asked.contains(key)) {
                throw Problem.badForm(
                        pointer + "/" + printable(key),
                        "unknown key " + printable(key) + "; known here: " + String.join(", ", asked));
            }
        }
    }

    private Problem missing(final String key, final String what) {
        return Problem.badForm(pointer + "/" + key, key + " is missing: " + what);
    }

    private @Nullable Object value(final String key) {
        asked.add(key);
        return entries.get(key);
    }

    private static String printable(final String text) {
        final StringBuilder shown = new StringBuilder();
        text.codePoints().limit(64).forEach(c -> shown.append(c >= ' ' && c <= '~' ? (char) c : '?'));
        return shown.toString();
    }

    private static Map<String, Object> object(final JsonParser parser, final int depth, final boolean takesDecimals)
            throws IOException {
        final Map<String, Object> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            final String key = parser.currentName();
            parser.nextToken();
            entries.put(key, value(parser, key, depth, takesDecimals));
        }
        return entries;
    }

    private static Object value(final JsonParser parser, final String key, final int depth, final boolean takesDecimals)
            throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> {
                if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
                    throw Problem.badForm("/" + printable(key), "a number must fit in 64 bits");
                }
                yield parser.getLongValue();
            }
            case START_OBJECT -> object(parser, depth + 1, takesDecimals);
            case START_ARRAY -> {
                final List<Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser, key, depth + 1, takesDecimals));
                }
                yield list;
            }
            case VALUE_NUMBER_FLOAT -> {
                if (!takesDecimals) {
                    throw Problem.badForm(
                            "/" + printable(key), "a decimal must be a text in quotes, so that no program rounds it");
                }
                yield parser.getText();
            }
            default -> throw Problem.badForm("/" + printable(key), "the value must not be null: leave the key out");
        };
    }
}
