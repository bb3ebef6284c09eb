package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * REPLACE of a live order. Offsets count from the block's start.
 *
 * <pre>
 * 0             8         16           20         24            32               40          48
 * | request u64 | uid i64 | symbol i32 | zero u32 | orderId i64 | newOrderId i64 | price i64 | size i64
 *
 * 56            64            72              80
 * | reserve i64 | trigger i64 | stopPrice i64 |
 * </pre>
 *
 * <p>{@code newOrderId} is zero: clients choose no ids. The size is the total, including traded lots. Trigger and stop
 * price: 0 for no change.
 */
public final class ReplaceDescriptor {
    public static final int BLOCK_LENGTH = 80;

    private static final int ZERO_OFFSET = RequestDescriptor.AFTER_SYMBOL_OFFSET;
    private static final int ZERO_LENGTH = 4;
    private static final int ORDER_ID_OFFSET = HEADER_LENGTH + 24;
    private static final int NEW_ORDER_ID_OFFSET = HEADER_LENGTH + 32;
    private static final int PRICE_OFFSET = HEADER_LENGTH + 40;
    private static final int SIZE_OFFSET = HEADER_LENGTH + 48;
    private static final int RESERVE_OFFSET = HEADER_LENGTH + 56;
    private static final int TRIGGER_OFFSET = HEADER_LENGTH + 64;
    private static final int STOP_PRICE_OFFSET = HEADER_LENGTH + 72;

    private ReplaceDescriptor() {}

    /** Writes the message, and returns its length. */
    public static int encode(
            final byte[] bytes,
            final int offset,
            final long request,
            final long uid,
            final int symbol,
            final long orderId,
            final long price,
            final long size,
            final long reserve,
            final long trigger,
            final long stopPrice) {
        RequestDescriptor.encode(bytes, offset, request, uid, symbol);
        Bytes.putI32(bytes, offset + ZERO_OFFSET, 0);
        Bytes.putI64(bytes, offset + ORDER_ID_OFFSET, orderId);
        Bytes.putI64(bytes, offset + NEW_ORDER_ID_OFFSET, 0);
        Bytes.putI64(bytes, offset + PRICE_OFFSET, price);
        Bytes.putI64(bytes, offset + SIZE_OFFSET, size);
        Bytes.putI64(bytes, offset + RESERVE_OFFSET, reserve);
        Bytes.putI64(bytes, offset + TRIGGER_OFFSET, trigger);
        Bytes.putI64(bytes, offset + STOP_PRICE_OFFSET, stopPrice);
        return Frame.encode(bytes, offset, Templates.REPLACE, BLOCK_LENGTH);
    }

    public static long orderId(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + ORDER_ID_OFFSET);
    }

    public static long price(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + PRICE_OFFSET);
    }

    public static long size(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + SIZE_OFFSET);
    }

    public static long reserve(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + RESERVE_OFFSET);
    }

    public static long trigger(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + TRIGGER_OFFSET);
    }

    public static long stopPrice(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + STOP_PRICE_OFFSET);
    }

    static int check(final byte[] bytes, final int offset) {
        final int size = Frame.checkSize(bytes, offset, BLOCK_LENGTH);
        if (size != Frame.OK) {
            return size;
        }
        final int zero = Frame.checkZero(bytes, offset, ZERO_OFFSET, ZERO_LENGTH);
        return zero == Frame.OK ? Frame.checkZero(bytes, offset, NEW_ORDER_ID_OFFSET, Long.BYTES) : zero;
    }
}
