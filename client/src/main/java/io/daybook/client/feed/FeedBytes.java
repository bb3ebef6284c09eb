package io.daybook.client.feed;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian numbers in arrays. */
final class FeedBytes {
    private static final VarHandle U16 = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle I32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle I64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private FeedBytes() {}

    static int u16(final byte[] bytes, final int at) {
        return (short) U16.get(bytes, at) & 0xFFFF;
    }

    static int i32(final byte[] bytes, final int at) {
        return (int) I32.get(bytes, at);
    }

    static long i64(final byte[] bytes, final int at) {
        return (long) I64.get(bytes, at);
    }

    static void putU16(final byte[] bytes, final int at, final int value) {
        U16.set(bytes, at, (short) value);
    }

    static void putI32(final byte[] bytes, final int at, final int value) {
        I32.set(bytes, at, value);
    }

    static void putI64(final byte[] bytes, final int at, final long value) {
        I64.set(bytes, at, value);
    }
}
