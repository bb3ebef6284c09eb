package io.daybook.scenario;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes of JSON on their way to a stream. Lines are collected here and written when the buffer is full or
 * {@link #flush()} is called; a long line is written in pieces, when its writer calls {@link #spill()}. Used by one
 * thread.
 */
final class JsonBuffer {
    private static final int FLUSH_BYTES = 1 << 16;
    private static final int LONGEST_NUMBER = 20;
    private static final int DECIMAL = 10;
    private static final int LAST_CONTROL = 0x1F;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MOST_NEGATIVE = Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;
    private byte[] bytes = new byte[2 * FLUSH_BYTES];
    private int length;

    JsonBuffer(final OutputStream out) {
        this.out = out;
    }

    /** The bytes of a constant piece of text. */
    static byte[] constant(final String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }

    JsonBuffer raw(final byte[] ascii) {
        reserve(ascii.length);
        System.arraycopy(ascii, 0, bytes, length, ascii.length);
        length += ascii.length;
        return this;
    }

    JsonBuffer raw(final char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    JsonBuffer ascii(final String text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
        return this;
    }

    JsonBuffer number(final long value) {
        if (value == Long.MIN_VALUE) {
            return raw(MOST_NEGATIVE);
        }
        reserve(LONGEST_NUMBER);
        long rest = value;
        if (rest < 0) {
            bytes[length++] = '-';
            rest = -rest;
        }
        final int first = length;
        length += digits(rest);
        for (int i = length - 1; i >= first; i--) {
            bytes[i] = (byte) ('0' + rest % DECIMAL);
            rest /= DECIMAL;
        }
        return this;
    }

    private static int digits(final long value) {
        int digits = 1;
        for (long bound = DECIMAL; digits < LONGEST_NUMBER - 1 && value >= bound; bound *= DECIMAL) {
            digits++;
        }
        return digits;
    }

    /** Adds a string in quotes; escapes what JSON requires. */
    JsonBuffer string(final String text) {
        raw('"');
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        for (final byte b : utf8) {
            if (b == '"' || b == '\\') {
                raw('\\').raw((char) b);
            } else if (b >= 0 && b <= LAST_CONTROL) {
                ascii("\\u00").raw((char) HEX[b >> 4]).raw((char) HEX[b & 0xF]);
            } else {
                reserve(1);
                bytes[length++] = b;
            }
        }
        return raw('"');
    }

    /** Ends a line; writes the buffer if it is full enough. */
    void endLine() throws IOException {
        raw('\n');
        spill();
    }

    /** Writes the buffer if it is full enough. */
    void spill() throws IOException {
        if (length >= FLUSH_BYTES) {
            writeOut();
        }
    }

    void flush() throws IOException {
        writeOut();
        out.flush();
    }

    private void writeOut() throws IOException {
        out.write(bytes, 0, length);
        length = 0;
    }

    private void reserve(final int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
