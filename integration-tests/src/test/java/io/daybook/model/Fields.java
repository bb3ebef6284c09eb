package io.daybook.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of one JSON object, taken out one by one, so that unknown fields are noticed. */
final class Fields {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Map<String, Object> left;

    private Fields(final Map<String, Object> fields) {
        this.left = fields;
    }

    static Fields parse(final String text) throws BadLine {
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadLine("the line must be an object");
            }
            final Fields fields = object(parser);
            if (parser.nextToken() != null) {
                throw new BadLine("the line must have only one object");
            }
            return fields;
        } catch (IOException notJson) {
            throw new BadLine(String.valueOf(notJson.getMessage()));
        }
    }

    private static Fields object(final JsonParser parser) throws IOException, BadLine {
        final Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            final String name = parser.currentName();
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return new Fields(fields);
    }

    private static Object value(final JsonParser parser) throws IOException, BadLine {
        switch (parser.currentToken()) {
            case VALUE_STRING:
                return parser.getText();
            case VALUE_NUMBER_INT:
                return parser.getBigIntegerValue();
            case VALUE_TRUE:
                return true;
            case VALUE_FALSE:
                return false;
            case START_OBJECT:
                return object(parser);
            case START_ARRAY:
                final List<Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                return list;
            default:
                throw new BadLine("a field cannot have a value of this kind: " + parser.currentToken());
        }
    }

    private Object take(final String name) throws BadLine {
        final Object value = left.remove(name);
        if (value == null) {
            throw new BadLine("missing key " + name);
        }
        return value;
    }

    String text(final String name) throws BadLine {
        final Object value = take(name);
        if (value instanceof String text) {
            return text;
        }
        throw new BadLine(name + " must be a string");
    }

    String text(final String name, final String absent) throws BadLine {
        return left.containsKey(name) ? text(name) : absent;
    }

    <E extends Enum<E>> E constant(final String name, final Class<E> type) throws BadLine {
        return constant(name, text(name), type);
    }

    <E extends Enum<E>> E constant(final String name, final Class<E> type, final E absent) throws BadLine {
        return constant(name, text(name, absent.name()), type);
    }

    private static <E extends Enum<E>> E constant(final String name, final String text, final Class<E> type)
            throws BadLine {
        for (final E constant : type.getEnumConstants()) {
            if (constant.name().equals(text)) {
                return constant;
            }
        }
        throw new BadLine("unknown " + name + ": " + text);
    }

    long number(final String name) throws BadLine {
        final Object value = take(name);
        if (value instanceof BigInteger number) {
            return inLong(name, number);
        }
        throw new BadLine(name + " must be an integer");
    }

    long number(final String name, final long absent) throws BadLine {
        return left.containsKey(name) ? number(name) : absent;
    }

    boolean has(final String name) {
        return left.containsKey(name);
    }

    /** A flag; false if it is absent. */
    boolean flag(final String name) throws BadLine {
        if (!left.containsKey(name)) {
            return false;
        }
        if (take(name) instanceof Boolean flag) {
            return flag;
        }
        throw new BadLine(name + " must be true or false");
    }

    int id(final String name) throws BadLine {
        return inInt(name, number(name));
    }

    int id(final String name, final int absent) throws BadLine {
        return left.containsKey(name) ? id(name) : absent;
    }

    Fields object(final String name) throws BadLine {
        final Object value = take(name);
        if (value instanceof Fields fields) {
            return fields;
        }
        throw new BadLine(name + " must be an object");
    }

    List<Fields> objects(final String name) throws BadLine {
        if (!(take(name) instanceof List<?> list)) {
            throw new BadLine(name + " must be a list");
        }
        final List<Fields> objects = new ArrayList<>();
        for (final Object element : list) {
            if (!(element instanceof Fields fields)) {
                throw new BadLine(name + " must be a list of objects");
            }
            objects.add(fields);
        }
        return objects;
    }

    /** The name of a field that was not taken out. */
    @Nullable
    String anyName() {
        return left.isEmpty() ? null : left.keySet().iterator().next();
    }

    void mustBeEmpty() throws BadLine {
        if (!left.isEmpty()) {
            throw new BadLine("unknown key " + anyName());
        }
    }

    /** Parses a number that is the key of an object, which JSON allows only as a string. */
    static long keyNumber(final String name) throws BadLine {
        if (!name.matches("-?[0-9]{1,30}")) {
            throw new BadLine("key must be an integer: " + name);
        }
        return inLong(name, new BigInteger(name));
    }

    private static long inLong(final String name, final BigInteger number) throws BadLine {
        if (!Exact.fits(number)) {
            throw new BadLine(name + " is out of range: " + number);
        }
        return number.longValueExact();
    }

    static int inInt(final String name, final long number) throws BadLine {
        if (number != (int) number) {
            throw new BadLine(name + " is out of range: " + number);
        }
        return (int) number;
    }
}
