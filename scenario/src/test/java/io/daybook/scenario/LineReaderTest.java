package io.daybook.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineReaderTest {

    private static List<String> lines(final InputStream in) throws IOException {
        final LineReader reader = new LineReader(in, () -> {});
        final List<String> lines = new ArrayList<>();
        while (reader.next()) {
            final String text = new String(reader.buffer(), reader.offset(), reader.length(), StandardCharsets.UTF_8);
            lines.add(reader.lineNumber() + (reader.tooLong() ? " too long" : ":" + text));
        }
        assertFalse(reader.next());
        return lines;
    }

    private static List<String> lines(final String text) throws IOException {
        return lines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldSkipBlankLinesAndCommentsButCountThem() throws IOException {
        assertEquals(List.of("3:a", "6: b", "8:c"), lines("# comment\n\na\r\n  \t \n  # another\n b\n\r\nc"));
    }

    @Test
    void shouldReadNothingFromNothing() throws IOException {
        assertEquals(List.of(), lines(""));
        assertEquals(List.of(), lines("\n\n"));
    }

    @Test
    void shouldPassOverAByteOrderMark() throws IOException {
        assertEquals(List.of("1:a", "2:\uFEFFb"), lines("\uFEFFa\n\uFEFFb\n"));
    }

    @Test
    void shouldMarkLinesThatAreTooLongAndGoOn() throws IOException {
        final String longest = "x".repeat(LineReader.MAX_LINE_BYTES);
        final List<String> read = lines("a\n" + longest + "\n" + longest + "y\n" + longest + longest + longest + "\nb");
        assertEquals(5, read.size());
        assertEquals("1:a", read.get(0));
        assertEquals("2:" + longest, read.get(1));
        assertEquals(List.of("3 too long", "4 too long", "5:b"), read.subList(2, 5));
    }

    @Test
    void shouldReadTheSameWhateverThePiecesThatArrive() throws IOException {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append("line ").append(i).append("z".repeat(i % 97)).append('\n');
        }
        final byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        final InputStream pieces = new ByteArrayInputStream(bytes) {
            private int calls;

            @Override
            public synchronized int read(final byte[] into, final int offset, final int length) {
                return super.read(into, offset, Math.min(length, 1 + ++calls * 7919 % 3000));
            }
        };
        assertEquals(lines(text.toString()), lines(pieces));
    }

    @Test
    void shouldRunItsActionBeforeItMightWait() throws IOException {
        final List<String> log = new ArrayList<>();
        final String[] arriving = {"a\nb\nc", "d\n", ""};
        final InputStream in = new InputStream() {
            private int next;

            @Override
            public int read() {
                throw new AssertionError("single bytes are slow");
            }

            @Override
            public int read(final byte[] into, final int offset, final int length) {
                final byte[] piece = arriving[next++].getBytes(StandardCharsets.UTF_8);
                System.arraycopy(piece, 0, into, offset, piece.length);
                return piece.length == 0 ? -1 : piece.length;
            }
        };
        final LineReader reader = new LineReader(in, () -> log.add("wait"));
        while (reader.next()) {
            log.add(new String(reader.buffer(), reader.offset(), reader.length(), StandardCharsets.UTF_8));
        }
        assertEquals(List.of("wait", "a", "b", "wait", "cd", "wait"), log);
        assertTrue(reader.lineNumber() == 3);
    }
}
