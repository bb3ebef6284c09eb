package io.daybook.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Proves("each byte of the TCP protocol is where the schema draws it")
final class LayoutTest {
    private static final Schema SCHEMA = Schema.load();

    @Test
    void shouldHaveASampleOfEveryMessageButTheOneWithAGroup() {
        final var templates = new TreeSet<Integer>();
        for (final Samples sample : Samples.values()) {
            templates.add(sample.template());
        }
        templates.add(Templates.PLACE_TERMS);
        final var inSchema = new TreeSet<Integer>();
        for (final Schema.Message message : SCHEMA.messages()) {
            inSchema.add(message.template());
        }
        assertEquals(inSchema, templates);
    }

    @Test
    void shouldLeaveNoByteOfABlockUndescribed() {
        for (final Schema.Message message : SCHEMA.messages()) {
            int next = 0;
            for (final Schema.Field field : message.fields()) {
                assertEquals(next, field.offset(), message.name() + "." + field.name());
                next += field.length();
            }
            assertEquals(message.blockLength(), next, message.name());
        }
    }

    /**
     * The picture in a descriptor's Javadoc is the layout. The pictures of numbered messages show only the fields after
     * the head.
     */
    @ParameterizedTest
    @CsvSource({
        "LoginDescriptor, 1, 0",
        "PlaceDescriptor, 2, 0",
        "ChangeDescriptor, 3, 0",
        "ChangeDescriptor, 4, 0",
        "ChangeDescriptor, 5, 0",
        "ReplaceDescriptor, 6, 0",
        "MassCancelDescriptor, 7, 0",
        "StatusDescriptor, 11, 0",
        "WelcomeDescriptor, 101, 0",
        "ByeDescriptor, 102, 0",
        "AnswerDescriptor, 103, 24",
        "FillDescriptor, 104, 24",
        "OffDescriptor, 105, 24",
        "StatusIsDescriptor, 106, 0",
        "HeartbeatDescriptor, 107, 0",
        "SubscribeDescriptor, 12, 0",
        "BatchDescriptor, 110, 0",
    })
    void shouldDrawTheLayoutInTheJavadoc(final String descriptor, final int template, final int from)
            throws IOException {
        final Map<Integer, String> expected = new TreeMap<>();
        final Schema.Message message = SCHEMA.message(template);
        for (final Schema.Field field : message.fields()) {
            if (field.offset() >= from) {
                expected.put(field.offset(), field.name() + " " + field.type());
            }
        }
        final Map<Integer, String> drawn = drawn(descriptor);
        if (descriptor.equals("ChangeDescriptor")) {
            drawn.computeIfPresent(
                    32,
                    (offset, name) ->
                            name.replace("value", message.fields().get(5).name()));
        }
        assertEquals(expected, drawn);
    }

    private static Map<Integer, String> drawn(final String descriptor) throws IOException {
        final String source = Files.readString(Path.of("../wire/src/main/java/io/daybook/wire", descriptor + ".java"));
        final Matcher pre = Pattern.compile("<pre>(.*?)</pre>", Pattern.DOTALL).matcher(source);
        assertTrue(pre.find(), descriptor);
        final List<Integer> offsets = new ArrayList<>();
        final List<String> cells = new ArrayList<>();
        for (final String raw : pre.group(1).split("\n")) {
            final String line = raw.replaceFirst("^ \\*", "").strip();
            if (line.startsWith("|")) {
                for (final String cell : line.split("\\|")) {
                    if (!cell.isBlank()) {
                        cells.add(cell.strip());
                    }
                }
            } else if (!line.isEmpty()) {
                for (final String number : line.split(" +")) {
                    offsets.add(Integer.valueOf(number));
                }
            }
        }
        final Map<Integer, String> drawn = new TreeMap<>();
        for (int i = 0; i < cells.size(); i++) {
            drawn.put(offsets.get(i), cells.get(i));
        }
        return drawn;
    }
}
