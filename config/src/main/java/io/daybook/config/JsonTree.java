package io.daybook.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON text into nodes: strict, without duplicate keys, and no deeper than our files need. */
final class JsonTree {
    private static final int MAX_DEPTH = 16;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION) // an exception must not quote a secret
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private JsonTree() {}

    /** Reads the single value of a file; null, with a fault, if the text is not JSON. */
    static @Nullable Node read(final byte[] content, final Faults faults) {
        try (JsonParser parser = FACTORY.createParser(content)) {
            parser.nextToken();
            if (parser.currentToken() == null) {
                faults.add(1, 1, "the file is empty. Begin with {\"members\":[]}.");
                return null;
            }
            final Node node = node(parser, parser.currentTokenLocation());
            if (parser.nextToken() != null) {
                final JsonLocation at = parser.currentTokenLocation();
                faults.add(at.getLineNr(), at.getColumnNr(), "there is text after the end of the JSON value");
                return null;
            }
            return node;
        } catch (JsonProcessingException e) {
            final JsonLocation at = e.getLocation() == null ? JsonLocation.NA : e.getLocation();
            faults.add(
                    Math.max(1, at.getLineNr()),
                    Math.max(1, at.getColumnNr()),
                    "not valid JSON: " + reason(e.getOriginalMessage()) + ".");
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    /**
     * Returns the reason that the parser gives. If a text has no quotes, the parser's message contains that text, which
     * may be a secret, so the message is replaced.
     */
    private static String reason(final String message) {
        return message.startsWith("Unrecognized token") ? "a text must be in quotes" : Printable.line(message);
    }

    /** Reads a value. Its place is that of its key, if it has one. */
    private static Node node(final JsonParser parser, final JsonLocation at) throws IOException {
        final JsonToken token = parser.currentToken();
        final Object value =
                switch (token) {
                    case START_OBJECT -> table(parser);
                    case START_ARRAY -> list(parser);
                    case VALUE_STRING -> parser.getText();
                    case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
                    case VALUE_NUMBER_INT ->
                        parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                                ? parser.getBigIntegerValue()
                                : (Object) parser.getLongValue();
                    case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
                    default -> null;
                };
        return new Node(value, at.getLineNr(), at.getColumnNr());
    }

    private static Map<String, Node> table(final JsonParser parser) throws IOException {
        final Map<String, Node> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            final String key = parser.currentName();
            final JsonLocation at = parser.currentTokenLocation();
            parser.nextToken();
            entries.put(key, node(parser, at));
        }
        return entries;
    }

    private static List<Node> list(final JsonParser parser) throws IOException {
        final List<Node> nodes = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            nodes.add(node(parser, parser.currentTokenLocation()));
        }
        return nodes;
    }
}
