package io.daybook.gateway.fix.book;

import io.daybook.wire.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes and reads numbers and short texts one after the other, little-endian. */
final class ByteCursor {
    private byte[] array;
    private int position;
    private int limit;

    /** Creates a cursor for writing; its array grows. */
    ByteCursor(final int initial) {
        array = new byte[initial];
    }

    /** Creates a cursor for reading. */
    ByteCursor(final byte[] bytes, final int offset, final int length) {
        array = bytes;
        position = offset;
        limit = offset + length;
    }

    byte[] array() {
        return array;
    }

    int position() {
        return position;
    }

    void clear() {
        position = 0;
    }

    int remaining() {
        return limit - position;
    }

    void putU8(final int value) {
        room(1);
        array[position++] = (byte) value;
    }

    void putI32(final int value) {
        room(Integer.BYTES);
        Bytes.putI32(array, position, value);
        position += Integer.BYTES;
    }

    void putI64(final long value) {
        room(Long.BYTES);
        Bytes.putI64(array, position, value);
        position += Long.BYTES;
    }

    /** Writes at most 255 characters of Latin-1: length u8, characters. */
    void putText(final String text) {
        final byte[] characters = text.getBytes(StandardCharsets.ISO_8859_1);
        putU8(characters.length);
        room(characters.length);
        System.arraycopy(characters, 0, array, position, characters.length);
        position += characters.length;
    }

    private void room(final int needed) {
        if (position + needed > array.length) {
            array = Arrays.copyOf(array, Math.max(position + needed, 2 * array.length));
        }
    }

    int getU8() {
        require(1);
        return array[position++] & 0xFF;
    }

    int getI32() {
        require(Integer.BYTES);
        final int value = Bytes.getI32(array, position);
        position += Integer.BYTES;
        return value;
    }

    long getI64() {
        require(Long.BYTES);
        final long value = Bytes.getI64(array, position);
        position += Long.BYTES;
        return value;
    }

    String getText() {
        final int length = getU8();
        require(length);
        final String text = new String(array, position, length, StandardCharsets.ISO_8859_1);
        position += length;
        return text;
    }

    /** Reads a text whose end may be missing; returns the part that exists. */
    String getCutText() {
        final int length = remaining() == 0 ? 0 : getU8();
        final String text = new String(array, position, Math.min(length, remaining()), StandardCharsets.ISO_8859_1);
        position += text.length();
        return text;
    }

    private void require(final int needed) {
        if (needed > limit - position) {
            throw new IllegalStateException("bytes end too early: needed=" + needed + " left=" + (limit - position));
        }
    }
}
