package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * MOVE, REDUCE and CANCEL of a live order. Offsets count from the block's start.
 *
 * <pre>
 * 0             8         16           20         24            32          40
 * | request u64 | uid i64 | symbol i32 | zero u32 | orderId i64 | value i64 |
 * </pre>
 *
 * <p>The value is the new price of a MOVE, the lots that a REDUCE takes off, and zero in a CANCEL.
 */
public final class ChangeDescriptor {
    public static final int BLOCK_LENGTH = 40;

    private static final int ZERO_OFFSET = RequestDescriptor.AFTER_SYMBOL_OFFSET;
    private static final int ZERO_LENGTH = 4;
    private static final int ORDER_ID_OFFSET = HEADER_LENGTH + 24;
    private static final int VALUE_OFFSET = HEADER_LENGTH + 32;

    private ChangeDescriptor() {}

    /** Writes a MOVE, and returns its length. */
    public static int encodeMove(
            final byte[] bytes,
            final int offset,
            final long request,
            final long uid,
            final int symbol,
            final long orderId,
            final long price) {
        return encode(bytes, offset, Templates.MOVE, request, uid, symbol, orderId, price);
    }

    /** Writes a REDUCE, and returns its length. */
    public static int encodeReduce(
            final byte[] bytes,
            final int offset,
            final long request,
            final long uid,
            final int symbol,
            final long orderId,
            final long size) {
        return encode(bytes, offset, Templates.REDUCE, request, uid, symbol, orderId, size);
    }

    /** Writes a CANCEL, and returns its length. */
    public static int encodeCancel(
            final byte[] bytes,
            final int offset,
            final long request,
            final long uid,
            final int symbol,
            final long orderId) {
        return encode(bytes, offset, Templates.CANCEL, request, uid, symbol, orderId, 0);
    }

    private static int encode(
            final byte[] bytes,
            final int offset,
            final int template,
            final long request,
            final long uid,
            final int symbol,
            final long orderId,
            final long value) {
        RequestDescriptor.encode(bytes, offset, request, uid, symbol);
        Bytes.putI32(bytes, offset + ZERO_OFFSET, 0);
        Bytes.putI64(bytes, offset + ORDER_ID_OFFSET, orderId);
        Bytes.putI64(bytes, offset + VALUE_OFFSET, value);
        return Frame.encode(bytes, offset, template, BLOCK_LENGTH);
    }

    public static long orderId(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + ORDER_ID_OFFSET);
    }

    /** The new price of a MOVE. */
    public static long price(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + VALUE_OFFSET);
    }

    /** The lots that a REDUCE takes off. */
    public static long size(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + VALUE_OFFSET);
    }

    static int check(final byte[] bytes, final int offset) {
        final int size = Frame.checkSize(bytes, offset, BLOCK_LENGTH);
        if (size != Frame.OK) {
            return size;
        }
        final int zero = Frame.checkZero(bytes, offset, ZERO_OFFSET, ZERO_LENGTH);
        if (zero != Frame.OK || Frame.template(bytes, offset) != Templates.CANCEL) {
            return zero;
        }
        return Frame.checkZero(bytes, offset, VALUE_OFFSET, Long.BYTES);
    }
}
