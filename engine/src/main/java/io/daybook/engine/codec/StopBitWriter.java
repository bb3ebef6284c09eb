package io.daybook.engine.codec;

import java.util.Arrays;

/**
 * Writes stop-bit numbers into an array that grows: seven bits per byte, the lowest first; the top bit marks that
 * another byte follows.
 *
 * <pre>
 *   n ≥ 0   n in groups of seven bits; the last byte has no top bit
 *   n < 0   ~n in groups of seven bits, each byte with the top bit, then a byte 0
 * </pre>
 *
 * <p>A number takes at most 10 bytes. The form is that of Chronicle Bytes, which wrote the first journals. Used by one
 * thread.
 */
final class StopBitWriter {
    private static final int FIRST_CAPACITY = 64;

    /** The most bytes that a number takes. */
    static final int MAX_LENGTH = 10;

    private byte[] buffer = new byte[FIRST_CAPACITY];
    private int position;

    /** Writes a number. */
    void put(final long value) {
        if (buffer.length - position < MAX_LENGTH) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        position = put(buffer, position, value);
    }

    /**
     * Writes a number into an array that has {@link #MAX_LENGTH} bytes of room.
     *
     * @return the offset of the next number
     */
    static int put(final byte[] target, final int offset, final long value) {
        int at = offset;
        long left = value < 0 ? ~value : value;
        while (left > 0x7F) {
            target[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        if (value < 0) {
            target[at++] = (byte) (left | 0x80);
            left = 0;
        }
        target[at++] = (byte) left;
        return at;
    }

    /** A copy of the bytes that were written. */
    byte[] toByteArray() {
        return Arrays.copyOf(buffer, position);
    }
}
