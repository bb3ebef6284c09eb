package io.daybook.cli.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rows as lines of CSV or of JSON, in memory until they are written. Columns must be put in their order. Used by one
 * thread.
 */
final class RowBytes {
    private static final int SIZE = 1 << 16;
    private static final int MOST_DIGITS = 20;

    /** A bound for the bytes that a column takes besides its text. */
    private static final int ROOM = 64;

    /** The names of the columns, by their indexes, for instance {@code "seq":}. */
    private static final byte[][] JSON_KEYS = Stream.of(EventColumn.values())
            .map(column -> ("\"" + column.text() + "\":").getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);

    private final EventFormat format;
    private byte[] bytes = new byte[SIZE];
    private int length;

    /** In CSV the index of the next column; in JSON a number above 0 once the row has a column. */
    private int next;

    RowBytes(final EventFormat format) {
        this.format = format;
    }

    /** Writes the line before the first row: the names of the columns in CSV, nothing in JSON. */
    void header() {
        if (format == EventFormat.CSV) {
            ascii(Stream.of(EventColumn.values()).map(EventColumn::text).collect(Collectors.joining(",")));
            add('\n');
        }
    }

    void begin() {
        next = 0;
        if (format == EventFormat.JSONL) {
            add('{');
        }
    }

    RowBytes put(final EventColumn column, final long value) {
        to(column);
        number(value);
        return this;
    }

    /** Puts a word of ASCII without quotes and commas; an empty word stands for no value. */
    RowBytes put(final EventColumn column, final String word) {
        if (word.isEmpty()) {
            return this;
        }
        to(column);
        if (format == EventFormat.JSONL) {
            add('"');
            ascii(word);
            add('"');
        } else {
            ascii(word);
        }
        return this;
    }

    void end() {
        if (format == EventFormat.JSONL) {
            add('}');
        } else {
            while (next < JSON_KEYS.length - 1) {
                add(',');
                next++;
            }
        }
        add('\n');
    }

    int length() {
        return length;
    }

    /** Writes the rows to a stream, and removes them. */
    void take(final OutputStream out) throws IOException {
        out.write(bytes, 0, length);
        length = 0;
    }

    @SuppressWarnings("EnumOrdinal") // the order of the constants is the order of the columns
    private void to(final EventColumn column) {
        room(ROOM);
        if (format == EventFormat.JSONL) {
            if (next > 0) {
                add(',');
            }
            next = 1;
            final byte[] key = JSON_KEYS[column.ordinal()];
            System.arraycopy(key, 0, bytes, length, key.length);
            length += key.length;
            return;
        }
        while (next < column.ordinal()) {
            add(',');
            next++;
        }
    }

    private void number(final long value) {
        room(MOST_DIGITS);
        if (value == Long.MIN_VALUE) {
            ascii(Long.toString(value));
            return;
        }
        long left = value;
        if (left < 0) {
            add('-');
            left = -left;
        }
        int digits = 1;
        for (long limit = left / 10; limit > 0; limit /= 10) {
            digits++;
        }
        for (int at = length + digits - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + left % 10);
            left /= 10;
        }
        length += digits;
    }

    private void ascii(final String text) {
        final byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        room(ascii.length);
        System.arraycopy(ascii, 0, bytes, length, ascii.length);
        length += ascii.length;
    }

    private void add(final char c) {
        room(1);
        bytes[length++] = (byte) c;
    }

    private void room(final int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
    }
}
