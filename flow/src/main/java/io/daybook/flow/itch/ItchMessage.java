package io.daybook.flow.itch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A message of NASDAQ TotalView-ITCH 5.0, read in place: a flyweight, valid during the call that passes it. All numbers
 * are big-endian, prices count 1/10,000, references and shares of 64 bits are unsigned.
 *
 * <pre>
 * 0      1        3          5               11
 * | type | locate | tracking | time, ns (48) | fields of the type
 * </pre>
 */
public abstract sealed class ItchMessage
        permits ItchNotice,
                ItchOrder,
                StockDirectory,
                OrderExecuted,
                OrderExecutedAtPrice,
                OrderCancelled,
                OrderDeleted,
                OrderReplaced,
                CrossTrade {
    static final int HEADER_LENGTH = 11;

    private static final VarHandle U16 = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle U32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle I64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int LOCATE_OFFSET = 1;
    private static final int TRACKING_OFFSET = 3;
    private static final long TIME_MASK = (1L << 48) - 1;

    private byte[] bytes = new byte[0];
    private int offset;

    ItchMessage() {}

    final void wrap(final byte[] newBytes, final int newOffset) {
        bytes = newBytes;
        offset = newOffset;
    }

    /** The letter of the type. */
    public final byte type() {
        return bytes[offset];
    }

    /** The number of the stock for this day; 0 if the message is about none. */
    public final int locate() {
        return u16(LOCATE_OFFSET);
    }

    /** NASDAQ's tracking number. */
    public final int trackingNumber() {
        return u16(TRACKING_OFFSET);
    }

    /** The time at which the message was sent, in ns after midnight. */
    public final long timestampNs() {
        return timestampNs(bytes, offset);
    }

    static int u16(final byte[] bytes, final int at) {
        return (short) U16.get(bytes, at) & 0xFFFF;
    }

    /**
     * Returns the time of a message by the offset of its header: the lower 48 bits of the word that begins with the
     * tracking number.
     */
    static long timestampNs(final byte[] bytes, final int at) {
        return (long) I64.get(bytes, at + TRACKING_OFFSET) & TIME_MASK;
    }

    final char character(final int field) {
        return (char) (bytes[offset + field] & 0xFF);
    }

    final int u16(final int field) {
        return u16(bytes, offset + field);
    }

    final long u32(final int field) {
        return (int) U32.get(bytes, offset + field) & 0xFFFF_FFFFL;
    }

    final int i32(final int field) {
        return (int) U32.get(bytes, offset + field);
    }

    final long i64(final int field) {
        return (long) I64.get(bytes, offset + field);
    }
}
