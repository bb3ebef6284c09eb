package io.daybook.config;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** Reads TOML text into nodes. */
final class TomlTree {
    /**
     * The byte order mark, with which some editors begin UTF-8 files. The mark has no meaning, and is not valid TOML.
     */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private TomlTree() {}

    /** Reads the table of a file; null, with a fault for each error, if the text is not TOML. */
    static @Nullable Node read(final byte[] content, final Faults faults, final boolean quotes) {
        final TomlParseResult result;
        try {
            final String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            result = Toml.parse(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
        } catch (CharacterCodingException e) {
            faults.add(1, 1, "the file is not UTF-8. Save it as UTF-8.");
            return null;
        }
        if (result.hasErrors()) {
            result.errors()
                    .forEach(error -> faults.add(
                            error.position().line(),
                            error.position().column(),
                            quotes
                                    ? "not valid TOML: " + Printable.line(String.valueOf(error.getMessage())) + "."
                                    : "not valid TOML."));
            return null;
        }
        return new Node(table(result), 1, 1);
    }

    private static Map<String, Node> table(final TomlTable table) {
        final Map<String, Node> entries = new LinkedHashMap<>();
        for (final String key : table.keySet()) {
            final List<String> path = List.of(key);
            entries.put(
                    key,
                    node(Objects.requireNonNull(table.get(path)), Objects.requireNonNull(table.inputPositionOf(path))));
        }
        return entries;
    }

    private static List<Node> list(final TomlArray array) {
        final List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            nodes.add(node(array.get(i), array.inputPositionOf(i)));
        }
        return nodes;
    }

    private static Node node(final Object value, final TomlPosition at) {
        if (value instanceof TomlTable table) {
            return new Node(table(table), at.line(), at.column());
        }
        return new Node(value instanceof TomlArray array ? list(array) : value, at.line(), at.column());
    }
}
