package io.daybook.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers and texts at offsets of a byte array; little-endian, except the two fields at the front of the frame.
 * Unsigned numbers use the next wider type. Offsets need no alignment; an offset outside the array throws
 * {@link IndexOutOfBoundsException}.
 */
public final class Bytes {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Bytes() {}

    /** One byte, 0 to 255. */
    public static int getU8(final byte[] bytes, final int offset) {
        return bytes[offset] & 0xFF;
    }

    /** Two bytes, 0 to 65,535. */
    public static int getU16(final byte[] bytes, final int offset) {
        return (short) SHORT.get(bytes, offset) & 0xFFFF;
    }

    /** Four bytes. */
    public static int getI32(final byte[] bytes, final int offset) {
        return (int) INT.get(bytes, offset);
    }

    /** Four bytes, 0 to 4,294,967,295. */
    public static long getU32(final byte[] bytes, final int offset) {
        return (int) INT.get(bytes, offset) & 0xFFFFFFFFL;
    }

    /** Eight bytes. */
    public static long getI64(final byte[] bytes, final int offset) {
        return (long) LONG.get(bytes, offset);
    }

    /** Two bytes, the higher first. */
    public static int getBigU16(final byte[] bytes, final int offset) {
        return (short) BIG_SHORT.get(bytes, offset) & 0xFFFF;
    }

    /** Four bytes, the highest first. */
    public static int getBigI32(final byte[] bytes, final int offset) {
        return (int) BIG_INT.get(bytes, offset);
    }

    /** Eight bytes, the highest first. */
    public static long getBigI64(final byte[] bytes, final int offset) {
        return (long) BIG_LONG.get(bytes, offset);
    }

    /** Writes the low byte of a number. */
    public static void putU8(final byte[] bytes, final int offset, final int value) {
        bytes[offset] = (byte) value;
    }

    /** Writes the low two bytes of a number. */
    public static void putU16(final byte[] bytes, final int offset, final int value) {
        SHORT.set(bytes, offset, (short) value);
    }

    /** Writes four bytes. */
    public static void putI32(final byte[] bytes, final int offset, final int value) {
        INT.set(bytes, offset, value);
    }

    /** Writes the low four bytes of a number. */
    public static void putU32(final byte[] bytes, final int offset, final long value) {
        INT.set(bytes, offset, (int) value);
    }

    /** Writes eight bytes. */
    public static void putI64(final byte[] bytes, final int offset, final long value) {
        LONG.set(bytes, offset, value);
    }

    /** Writes the low two bytes of a number, the higher first. */
    public static void putBigU16(final byte[] bytes, final int offset, final int value) {
        BIG_SHORT.set(bytes, offset, (short) value);
    }

    /** Writes four bytes, the highest first. */
    public static void putBigI32(final byte[] bytes, final int offset, final int value) {
        BIG_INT.set(bytes, offset, value);
    }

    /** Writes eight bytes, the highest first. */
    public static void putBigI64(final byte[] bytes, final int offset, final long value) {
        BIG_LONG.set(bytes, offset, value);
    }

    /**
     * Writes printable ASCII, with a question mark for other characters; truncated at the field's length, padded with
     * zeros.
     */
    public static void putText(final byte[] bytes, final int offset, final int fieldLength, final CharSequence text) {
        final int length = Math.min(fieldLength, text.length());
        for (int i = 0; i < length; i++) {
            final char c = text.charAt(i);
            bytes[offset + i] = (byte) (c >= ' ' && c <= '~' ? c : '?');
        }
        Arrays.fill(bytes, offset + length, offset + fieldLength, (byte) 0);
    }

    /** Returns how many bytes a text field has before its first zero. */
    public static int textLength(final byte[] bytes, final int offset, final int fieldLength) {
        int length = 0;
        while (length < fieldLength && bytes[offset + length] != 0) {
            length++;
        }
        return length;
    }

    /** The text of a field, with a question mark for each byte that is not printable ASCII. Allocates. */
    public static String getText(final byte[] bytes, final int offset, final int fieldLength) {
        final int length = textLength(bytes, offset, fieldLength);
        final StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            final byte b = bytes[offset + i];
            text.append(b >= ' ' && b <= '~' ? (char) b : '?');
        }
        return text.toString();
    }

    /** The position of the first non-zero byte of a range, or {@link Frame#OK} if there is none. */
    public static int firstNonZero(final byte[] bytes, final int offset, final int length) {
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] != 0) {
                return i;
            }
        }
        return Frame.OK;
    }
}
