package io.daybook.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.Term;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/tcp-protocol.md agrees with the code. */
@Proves("tcp-protocol.md has the schema's tables, numbers and bytes")
final class ProtocolDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "tcp-protocol.md");

    private final String text;

    ProtocolDocumentTest() throws IOException {
        text = Files.readString(DOCUMENT);
    }

    @Test
    void shouldTabulateEveryMessage() {
        final Map<Integer, String> sections = new LinkedHashMap<>();
        final Matcher headings = Pattern.compile("### ([A-Z_]+), template (\\d+)\n(.*?)(?=\n##|\\z)", Pattern.DOTALL)
                .matcher(text);
        while (headings.find()) {
            sections.put(Integer.valueOf(headings.group(2)), headings.group(1) + "\n" + headings.group(3));
        }
        for (final Schema.Message message : Schema.load().messages()) {
            final String section = sections.remove(message.template());
            assertEquals(upperCase(message.name()), section.lines().findFirst().orElseThrow());
            if (message.template() == Templates.PLACE_TERMS) {
                continue; // its block is that of PLACE; the group is below
            }
            assertTrue(section.contains("Block: " + message.blockLength() + " bytes."), message.name());
            final List<String> expected = new ArrayList<>();
            for (final Schema.Field field : message.fields()) {
                expected.add(field.offset() + " " + field.name() + " " + field.type());
            }
            final List<String> tabulated = Pattern.compile("^\\| (\\d+) \\| (\\w+) \\| ([^|]+) \\|", Pattern.MULTILINE)
                    .matcher(section)
                    .results()
                    .map(row -> row.group(1) + " " + row.group(2) + " " + row.group(3))
                    .toList();
            assertEquals(expected, tabulated, message.name());
        }
        assertEquals(Map.of(), sections);
    }

    @Test
    void shouldNumberReasonsCodesAndTerms() {
        assertRows(section("### BYE"), ByeReason.values(), ByeReason::code);
        assertRows(section("### ANSWER"), GatewayCode.values(), GatewayCode::code);
        assertRows(section("### OFF"), OffReason.values(), OffReason::code);
        assertRows(section("### PLACE_TERMS"), Term.values(), Term::code);
        assertEquals(PlaceTermsDescriptor.MAX_TERM, Term.values().length - 1);
        assertEquals(PlaceTermsDescriptor.EXIT_ORDER_ID, Term.EXIT_ORDER_ID.code());
    }

    @Test
    void shouldSayWhichReasonsPass() {
        final Matcher rows = Pattern.compile("^\\| `(\\w+)` \\| \\d+ \\| (yes|no) \\|", Pattern.MULTILINE)
                .matcher(text);
        int count = 0;
        while (rows.find()) {
            count++;
            assertEquals(
                    ByeReason.valueOf(rows.group(1)).isWorthRetrying(),
                    rows.group(2).equals("yes"),
                    rows.group(1));
        }
        assertEquals(ByeReason.values().length, count);
    }

    @Test
    void shouldShowTheBytesOfTheExample() {
        final List<byte[]> shown = Pattern.compile("```hex\n(.*?)```", Pattern.DOTALL)
                .matcher(text)
                .results()
                .map(ProtocolDocumentTest::bytes)
                .toList();
        final byte[] frame = new byte[Frame.MAX_LENGTH];
        final byte[] exchangeId = new byte[16];
        for (int i = 0; i < exchangeId.length; i++) {
            exchangeId[i] = (byte) (0x10 + i);
        }
        final long orderId = OrderNumbers.cookie(17, 1);
        assertTrue(text.contains(String.format(Locale.ROOT, "%,d", orderId)));

        assertEquals(4, shown.size());
        assertShown(
                shown.get(0),
                frame,
                LoginDescriptor.encode(
                        frame, 0, 17, 1_000, 1, "8x9VZr0ZbT3mPq2kNfLwYc7sHdJ5uEaG1oXi4tMvRyQ", "example 1"));
        assertShown(shown.get(1), frame, WelcomeDescriptor.encode(frame, 0, 0, 1, 1, exchangeId, 1_000, false));
        assertShown(shown.get(2), frame, PlaceDescriptor.encode(frame, 0, 1, 301, 7, 1, 1, 15_400, 12, 0));
        assertShown(
                shown.get(3),
                frame,
                AnswerDescriptor.encode(
                        frame,
                        0,
                        1,
                        5_002,
                        1_767_225_600_000_000_000L,
                        1,
                        orderId,
                        12,
                        0,
                        0,
                        AnswerDescriptor.SOURCE_ENGINE,
                        Templates.PLACE,
                        0));
    }

    private static void assertShown(final byte[] shown, final byte[] frame, final int length) {
        final HexFormat hex = HexFormat.of();
        assertEquals(hex.formatHex(frame, 0, length), hex.formatHex(shown));
    }

    private static byte[] bytes(final MatchResult block) {
        final StringBuilder digits = new StringBuilder();
        block.group(1).lines().forEach(line -> digits.append(line.substring(4).replace(" ", "")));
        return HexFormat.of().parseHex(digits);
    }

    private String section(final String heading) {
        final int begin = text.indexOf(heading + ",");
        return text.substring(begin, text.indexOf("\n##", begin + 1));
    }

    private static <T extends Enum<T>> void assertRows(
            final String section, final T[] values, final ToIntFunction<T> code) {
        final List<String> rows = Pattern.compile("^\\| `(\\w+)` \\| (\\d+) \\|", Pattern.MULTILINE)
                .matcher(section)
                .results()
                .map(row -> row.group(1) + " " + row.group(2))
                .toList();
        assertEquals(
                Arrays.stream(values)
                        .map(value -> value.name() + " " + code.applyAsInt(value))
                        .toList(),
                rows);
    }

    private static String upperCase(final String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    }
}
