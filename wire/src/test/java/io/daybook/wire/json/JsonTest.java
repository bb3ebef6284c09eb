package io.daybook.wire.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that each part has the bytes that clients, files and logs have received since the first version. */
class JsonTest {
    /** A quote, a backslash, control characters, DEL, letters of two and three bytes, a pair, and half a pair. */
    private static final String STRANGE = "a\"\\/\b\t\n\f\r\u0001\u001f\u007f\u00e9\u20ac\ud83d\ude00\ud800";

    private static String text(final Json.Escapes escapes) {
        return new Json(escapes).item(STRANGE).text();
    }

    @Test
    void shouldWriteObjectsAndLists() {
        final Json json = new Json()
                .object()
                .put("text", "x")
                .put("missing", null)
                .put("number", -7)
                .put("flag", true)
                .putNull("none")
                .object("empty")
                .end()
                .list("all")
                .item(1)
                .item("two")
                .item(false)
                .object()
                .end()
                .list()
                .endList()
                .endList()
                .list("texts", List.of("a", "b"))
                .name("named")
                .item(3)
                .raw("raw", "{\"é\":1}".getBytes(StandardCharsets.UTF_8))
                .end();
        final String expected = "{\"text\":\"x\",\"number\":-7,\"flag\":true,\"none\":null,\"empty\":{},"
                + "\"all\":[1,\"two\",false,{},[]],\"texts\":[\"a\",\"b\"],\"named\":3,\"raw\":{\"é\":1}}";
        assertEquals(expected, json.text());
        assertArrayEquals(expected.getBytes(StandardCharsets.UTF_8), json.bytes());
        final ByteBuffer copy = ByteBuffer.allocate(json.length());
        json.copyTo(copy);
        assertArrayEquals(json.bytes(), copy.array());
    }

    @Test
    void shouldWriteNumbersAsJavaDoes() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        final List<Long> numbers = new ArrayList<>(List.of(0L, -1L, 9L, 10L, -10L, Long.MAX_VALUE, Long.MIN_VALUE));
        for (long power = 10; power > 0 && power < Long.MAX_VALUE / 10; power *= 10) {
            numbers.addAll(List.of(power - 1, power, -power));
        }
        for (int i = 0; i < 10_000; i++) {
            numbers.add(random.nextLong() >> random.nextInt(64));
        }
        for (final long number : numbers) {
            assertEquals(Long.toString(number), new Json().item(number).text(), "seed=" + seed);
        }
    }

    @Test
    void shouldEscapeInAnswersWhatJsonDoesNotAllow() {
        assertEquals(
                "\"a\\\"\\\\/\\b\\t\\n\\f\\r\\u0001\\u001F\u007fé€\\uD83D\\uDE00\\uD800\"", text(Json.Escapes.SHORT));
    }

    @Test
    void shouldEscapeInLogsAllThatIsNotAscii() {
        assertEquals(
                "\"a\\\"\\\\/\\b\\t\\n\\f\\r\\u0001\\u001F\u007f\\u00E9\\u20AC\\uD83D\\uDE00\\uD800\"",
                text(Json.Escapes.SHORT_ASCII));
    }

    @Test
    void shouldWriteControlCharactersOfScenariosAsNumbers() {
        assertEquals(
                "\"a\\\"\\\\/\\u0008\\u0009\\u000a\\u000c\\u000d\\u0001\\u001f\u007fé€\ud83d\ude00?\"",
                text(Json.Escapes.NUMBERS));
    }

    @Test
    void shouldWriteNothingButPrintableAsciiInAuditLogs() {
        assertEquals(
                "\"a\\\"\\\\/\\u0008\\u0009\\u000a\\u000c\\u000d"
                        + "\\u0001\\u001f\\u007f\\u00e9\\u20ac\\ud83d\\ude00\\ud800\"",
                text(Json.Escapes.NUMBERS_ASCII));
    }

    @Test
    void shouldWriteAMemberALineForPeople() {
        final Json json = new Json()
                .indented()
                .object()
                .object("none")
                .end()
                .object("one")
                .put("a", 1)
                .put("b", "x")
                .end()
                .end();
        assertEquals("""
                {
                  "none" : { },
                  "one" : {
                    "a" : 1,
                    "b" : "x"
                  }
                }""", json.text());
    }

    @Test
    void shouldConvertTimesToTheirUnit() {
        final long ns = 1_700_000_000_123_456_789L;
        assertEquals(
                "{\"t\":1700000000123,\"l\":[1700000000123]}",
                new Json()
                        .object()
                        .putTime("t", ns)
                        .list("l")
                        .itemTime(ns)
                        .endList()
                        .end()
                        .text());
        assertEquals(
                "{\"t\":1700000000123456}",
                new Json().micros(true).object().putTime("t", ns).end().text());
    }

    @Test
    void shouldGoOnAfterItsBytesWereMoved() throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final Json json = new Json().object().put("a", 1);
        json.moveTo(out);
        assertEquals(0, json.length());
        json.put("b", "é".repeat(1_000)).end().endLine().object().end().endLine();
        json.moveTo(out);
        assertEquals("{\"a\":1,\"b\":\"" + "é".repeat(1_000) + "\"}\n{}\n", out.toString(StandardCharsets.UTF_8));
    }
}
