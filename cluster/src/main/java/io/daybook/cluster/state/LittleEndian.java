package io.daybook.cluster.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in arrays of bytes, the low byte first. */
final class LittleEndian {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    /** Two bytes without a sign. */
    static int getShort(final byte[] bytes, final int index) {
        return (short) SHORT.get(bytes, index) & 0xFFFF;
    }

    /** Four bytes without a sign. */
    static long getInt(final byte[] bytes, final int index) {
        return (int) INT.get(bytes, index) & 0xFFFFFFFFL;
    }

    static long getLong(final byte[] bytes, final int index) {
        return (long) LONG.get(bytes, index);
    }

    static void putShort(final byte[] bytes, final int index, final int value) {
        SHORT.set(bytes, index, (short) value);
    }

    static void putInt(final byte[] bytes, final int index, final long value) {
        INT.set(bytes, index, (int) value);
    }

    static void putLong(final byte[] bytes, final int index, final long value) {
        LONG.set(bytes, index, value);
    }
}
