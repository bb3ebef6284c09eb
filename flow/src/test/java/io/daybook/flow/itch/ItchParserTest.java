package io.daybook.flow.itch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

@Proves("every field of every ITCH message is read, and every cut is found")
class ItchParserTest {
    private static final long NOON = 43_200_000_000_000L;

    /** The offset and length of every field after the header, from the specification. */
    private static final Map<Character, String> FIELDS = Map.ofEntries(
            Map.entry('S', "11:1"),
            Map.entry('R', "11:8 19:1 20:1 21:4 25:1 26:1 27:2 29:1 30:1 31:1 32:1 33:1 34:4 38:1"),
            Map.entry('H', "11:8 19:1 21:4"),
            Map.entry('Y', "11:8 19:1"),
            Map.entry('L', "11:4 15:8 23:1 24:1 25:1"),
            Map.entry('V', "11:8 19:8 27:8"),
            Map.entry('W', "11:1"),
            Map.entry('K', "11:8 19:4 23:1 24:4"),
            Map.entry('J', "11:8 19:4 23:4 27:4 31:4"),
            Map.entry('h', "11:8 19:1 20:1"),
            Map.entry('A', "11:8 19:1 20:4 24:8 32:4"),
            Map.entry('F', "11:8 19:1 20:4 24:8 32:4 36:4"),
            Map.entry('E', "11:8 19:4 23:8"),
            Map.entry('C', "11:8 19:4 23:8 31:1 32:4"),
            Map.entry('X', "11:8 19:4"),
            Map.entry('D', "11:8"),
            Map.entry('U', "11:8 19:8 27:4 31:4"),
            Map.entry('P', "11:8 19:1 20:4 24:8 32:4 36:8"),
            Map.entry('Q', "11:8 19:8 27:4 31:8 39:1"),
            Map.entry('B', "11:8"),
            Map.entry('I', "11:8 19:8 27:1 28:8 36:4 40:4 44:4 48:1 49:1"),
            Map.entry('N', "11:8 19:1"),
            Map.entry('O', "11:8 19:1 20:4 24:4 28:4 32:8 40:4 44:4"));

    private static ItchParser parsed(final ItchListener listener, final byte[]... pieces) {
        final ItchParser parser = new ItchParser(listener);
        for (final byte[] piece : pieces) {
            parser.parse(piece, 0, piece.length);
        }
        return parser;
    }

    private static byte[] deleted(final long reference) {
        return ItchFiles.message('D', 19, 1, NOON).putLong(13, reference).array();
    }

    private static byte[] join(final byte[]... parts) {
        final ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (final byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    @Test
    void shouldReadEveryFieldOfEveryType() {
        final SplittableRandom random = new SplittableRandom(1);
        for (final Map.Entry<Character, Integer> size : SimpleBooks.sizes().entrySet()) {
            final ByteBuffer message = ByteBuffer.allocate(2 + size.getValue());
            random.nextBytes(message.array());
            message.putShort(0, (short) (int) size.getValue()).put(2, (byte) (char) size.getKey());
            final RecordedFields fields = new RecordedFields();
            final ItchParser parser = parsed(fields, message.array());
            assertEquals(List.of(expected(size.getKey(), message)), fields.messages, "type " + size.getKey());
            assertEquals(1, parser.count((byte) (char) size.getKey()));
            assertEquals(size.getValue(), ItchParser.lengthOf((byte) (char) size.getKey()));
            assertTrue(parser.isWhole());
        }
    }

    private static List<Long> expected(final char type, final ByteBuffer message) {
        final List<Long> fields = new ArrayList<>();
        fields.add((long) type);
        fields.add(number(message, 1, 2));
        fields.add(number(message, 3, 2));
        fields.add(number(message, 5, 6));
        for (final String field : FIELDS.get(type).split(" ")) {
            final String[] parts = field.split(":");
            fields.add(number(message, Integer.parseInt(parts[0]), Integer.parseInt(parts[1])));
        }
        return fields;
    }

    private static long number(final ByteBuffer message, final int offset, final int length) {
        long number = 0;
        for (int i = 0; i < length; i++) {
            number = number << 8 | message.get(2 + offset + i) & 0xFF;
        }
        return number;
    }

    @Test
    void shouldReadTheSameHoweverTheFileIsCut() {
        final long seed = 5;
        final byte[] file = ItchFiles.withOddities(seed, 3, 300);
        final RecordedFields whole = new RecordedFields();
        parsed(whole, file);
        for (int cut = 0; cut <= file.length; cut++) {
            final RecordedFields fields = new RecordedFields();
            final ItchParser parser =
                    parsed(fields, Arrays.copyOfRange(file, 0, cut), Arrays.copyOfRange(file, cut, file.length));
            assertEquals(whole.messages, fields.messages, "seed=" + seed + ", cut at " + cut);
            assertTrue(parser.isWhole());
            assertEquals(file.length, parser.position());
        }
        for (int piece = 1; piece <= 80; piece++) {
            final RecordedFields fields = new RecordedFields();
            final ItchParser parser = new ItchParser(fields);
            for (int at = 0; at < file.length; at += piece) {
                parser.parse(file, at, Math.min(piece, file.length - at));
            }
            assertEquals(whole.messages, fields.messages, "seed=" + seed + ", pieces of " + piece);
        }
    }

    @Test
    void shouldTellWhatIsNoMessageAndGoOnBehindIt() {
        final byte[] wrongLength = {0, 5, 'D', 1, 2, 3, 4};
        final byte[] unknown = {0, 1, '?'};
        final byte[] empty = {0, 0};
        final byte[] file = join(deleted(1), wrongLength, deleted(2), unknown, empty, unknown, deleted(3));
        for (int cut = 0; cut <= file.length; cut++) {
            final SameBooks.Odd odd = new SameBooks.Odd();
            final ItchParser parser =
                    parsed(odd, Arrays.copyOfRange(file, 0, cut), Arrays.copyOfRange(file, cut, file.length));
            assertEquals(3, parser.count((byte) 'D'));
            assertEquals(1, odd.wrongLengths);
            assertEquals(3, odd.unknownTypes);
            assertEquals(List.of(21L, 49L, 52L, 54L), odd.positions, "cut at " + cut);
            assertTrue(parser.isWhole());
        }
    }

    @Test
    void shouldEndAtTheFirstOddFrameWhereAskedTo() {
        final byte[] wrongLength = {0, 5, 'D', 1, 2, 3, 4};
        final byte[] file = join(deleted(1), wrongLength, deleted(2), new byte[] {0, 1, '?'});
        final ItchParser parser = new ItchParser(new RecordedFields());
        parser.endAtOddFrame();
        parser.parse(file, 0, file.length);
        assertTrue(parser.isDone());
        assertEquals(1, parser.count((byte) 'D'));
        assertEquals(new ItchParser.OddFrame((byte) 'D', 5, 21), parser.firstOdd());
        final ItchParser lenient = parsed(new RecordedFields(), file);
        assertEquals(new ItchParser.OddFrame((byte) 'D', 5, 21), lenient.firstOdd());
        assertEquals(1, lenient.unknownTypes());
    }

    @Test
    void shouldTakeALengthOfZeroForThatOfTheType() {
        final byte[] unframed = deleted(7);
        unframed[1] = 0;
        final RecordedFields fields = new RecordedFields();
        final ItchParser parser = parsed(fields, join(deleted(6), unframed, deleted(8), new byte[2]));
        assertEquals(3, fields.messages.size());
        assertEquals(1, parser.zeroLengths());
        assertTrue(parser.isWhole(), "a length of 0 marks the end of a file");
    }

    @Test
    void shouldSayWhereTheMessageBeginsThatIsNotWhole() {
        final byte[] file = join(deleted(1), deleted(2));
        for (int length = 0; length <= file.length; length++) {
            final RecordedFields fields = new RecordedFields();
            final ItchParser parser = parsed(fields, Arrays.copyOf(file, length));
            assertEquals(length % 21 == 0, parser.isWhole(), "length " + length);
            assertEquals(length / 21 * 21, parser.position(), "length " + length);
            assertEquals(length / 21, fields.messages.size());
        }
        final ItchParser longer = parsed(new RecordedFields(), deleted(1), new byte[] {0, 100, '?', 1, 2});
        assertFalse(longer.isWhole());
        assertEquals(21, longer.position());
    }

    @Test
    void shouldEndBeforeTheFirstMessageThatIsLater() {
        final RecordedFields fields = new RecordedFields();
        final ItchParser parser = new ItchParser(fields);
        parser.until(NOON);
        final byte[] later = ItchFiles.message('D', 19, 1, NOON + 1).array();
        final byte[] file = join(deleted(1), deleted(2), later, deleted(3), deleted(4), deleted(5), deleted(6));
        parser.parse(file, 0, file.length);
        assertTrue(parser.isDone());
        assertTrue(parser.isWhole());
        parser.parse(file, 0, file.length);
        assertEquals(2, fields.messages.size());
        assertEquals(2, parser.count((byte) 'D'));
    }

    @Test
    void shouldShowNothingAfterItWasStopped() {
        final ItchParser[] parser = new ItchParser[1];
        final RecordedFields fields = new RecordedFields();
        parser[0] = new ItchParser(new ItchListener() {
            @Override
            public void onOrderDeleted(final OrderDeleted message) {
                fields.onOrderDeleted(message);
                parser[0].stop();
            }
        });
        final byte[] file = join(deleted(1), deleted(2));
        parser[0].parse(file, 0, file.length);
        assertEquals(1, fields.messages.size());
        assertTrue(parser[0].isDone());
    }

    @Test
    void shouldMakeTextOfFields() {
        assertEquals("AAPL", ItchText.of(0x4141504C20202020L));
        assertEquals("A?C", ItchText.of(0x41074320));
        assertEquals("", ItchText.of(0x20202020));
    }
}
