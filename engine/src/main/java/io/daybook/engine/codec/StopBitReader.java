package io.daybook.engine.codec;

/**
 * Reads the numbers that {@link StopBitWriter} writes. For any other bytes, it returns a number or throws
 * {@link CodecException}. Used by one thread.
 */
final class StopBitReader {
    private static final int MAX_BITS = 63;

    private byte[] buffer;
    private int position;
    private int end;

    /** Creates a reader of an array, which is not copied. */
    StopBitReader(final byte[] buffer) {
        this.buffer = buffer;
        this.end = buffer.length;
    }

    /** Moves on to a part of an array, which is not copied. */
    void wrap(final byte[] bytes, final int offset, final int limit) {
        buffer = bytes;
        position = offset;
        end = limit;
    }

    /** The index of the next number in the array. */
    int position() {
        return position;
    }

    /** The number of bytes that are left. */
    int remaining() {
        return end - position;
    }

    /**
     * The next number.
     *
     * @throws CodecException if the bytes end within the number, or it is longer than any number
     */
    long nextLong() {
        long value = 0;
        for (int shift = 0; shift <= MAX_BITS; shift += 7) {
            final int next = nextByte();
            if ((next & 0x80) == 0) {
                return end(value, next, shift);
            }
            if (shift < MAX_BITS) {
                value |= (long) (next & 0x7F) << shift;
            }
        }
        throw new CodecException("a number has more than 10 bytes");
    }

    /** Ends a number with its last byte: 0 after other bytes marks the complement of a negative number. */
    private static long end(final long value, final int last, final int shift) {
        if (last == 0) {
            return shift == 0 ? 0 : ~value;
        }
        if (shift == MAX_BITS) {
            throw new CodecException("a positive number has more than 9 bytes");
        }
        return value | (long) last << shift;
    }

    /**
     * The next number, which has to fit an int.
     *
     * @throws ArithmeticException if it does not
     */
    int nextInt() {
        return Math.toIntExact(nextLong());
    }

    private int nextByte() {
        if (position == end) {
            throw new CodecException("the bytes end in the middle of a number");
        }
        return buffer[position++] & 0xFF;
    }
}
