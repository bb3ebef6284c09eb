package io.daybook.gateway.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in arrays of bytes, at any offset. */
final class LittleEndian {
    private static final VarHandle I64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle I32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    static long getI64(final byte[] bytes, final int offset) {
        return (long) I64.get(bytes, offset);
    }

    static void putI64(final byte[] bytes, final int offset, final long value) {
        I64.set(bytes, offset, value);
    }

    static int getI32(final byte[] bytes, final int offset) {
        return (int) I32.get(bytes, offset);
    }

    static void putI32(final byte[] bytes, final int offset, final int value) {
        I32.set(bytes, offset, value);
    }
}
