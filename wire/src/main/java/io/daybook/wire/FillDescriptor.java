package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * FILL, one trade of one order. {@link HeadDescriptor} reads its first 24 bytes. Offsets count from the block's start.
 *
 * <pre>
 * 24            32            40          48         56              64        72           76        77
 * | orderId i64 | tradeId i64 | price i64 | size i64 | remaining i64 | fee i64 | symbol i32 | side u8 | role u8
 *
 * 78         79        80
 * | cause u8 | zero u8 |
 * </pre>
 *
 * <p>Role: 1 maker, 2 taker. Cause: 0 the command itself, else the act of the command that traded: 1 the command's own
 * order, after other acts; 2 a trigger; 3 an exit; 4 a liquidation; 5 a deleverage.
 */
public final class FillDescriptor {
    public static final int BLOCK_LENGTH = 80;
    public static final int ROLE_MAKER = 1;
    public static final int ROLE_TAKER = 2;

    private static final int ORDER_ID_OFFSET = HEADER_LENGTH + 24;
    private static final int TRADE_ID_OFFSET = HEADER_LENGTH + 32;
    private static final int PRICE_OFFSET = HEADER_LENGTH + 40;
    private static final int SIZE_OFFSET = HEADER_LENGTH + 48;
    private static final int REMAINING_OFFSET = HEADER_LENGTH + 56;
    private static final int FEE_OFFSET = HEADER_LENGTH + 64;
    private static final int SYMBOL_OFFSET = HEADER_LENGTH + 72;
    private static final int SIDE_OFFSET = HEADER_LENGTH + 76;
    private static final int ROLE_OFFSET = HEADER_LENGTH + 77;
    private static final int CAUSE_OFFSET = HEADER_LENGTH + 78;
    private static final int ZERO_OFFSET = HEADER_LENGTH + 79;

    private FillDescriptor() {}

    /** Writes the message, and returns its length. */
    public static int encode(
            final byte[] bytes,
            final int offset,
            final long out,
            final long seq,
            final long timeNs,
            final long orderId,
            final long tradeId,
            final long price,
            final long size,
            final long remaining,
            final long fee,
            final int symbol,
            final int side,
            final int role,
            final int cause) {
        HeadDescriptor.encode(bytes, offset, out, seq, timeNs);
        Bytes.putI64(bytes, offset + ORDER_ID_OFFSET, orderId);
        Bytes.putI64(bytes, offset + TRADE_ID_OFFSET, tradeId);
        Bytes.putI64(bytes, offset + PRICE_OFFSET, price);
        Bytes.putI64(bytes, offset + SIZE_OFFSET, size);
        Bytes.putI64(bytes, offset + REMAINING_OFFSET, remaining);
        Bytes.putI64(bytes, offset + FEE_OFFSET, fee);
        Bytes.putI32(bytes, offset + SYMBOL_OFFSET, symbol);
        Bytes.putU8(bytes, offset + SIDE_OFFSET, side);
        Bytes.putU8(bytes, offset + ROLE_OFFSET, role);
        Bytes.putU8(bytes, offset + CAUSE_OFFSET, cause);
        Bytes.putU8(bytes, offset + ZERO_OFFSET, 0);
        return Frame.encode(bytes, offset, Templates.FILL, BLOCK_LENGTH);
    }

    public static long orderId(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + ORDER_ID_OFFSET);
    }

    public static long tradeId(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + TRADE_ID_OFFSET);
    }

    public static long price(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + PRICE_OFFSET);
    }

    public static long size(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + SIZE_OFFSET);
    }

    public static long remaining(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + REMAINING_OFFSET);
    }

    public static long fee(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + FEE_OFFSET);
    }

    public static int symbol(final byte[] bytes, final int offset) {
        return Bytes.getI32(bytes, offset + SYMBOL_OFFSET);
    }

    public static int side(final byte[] bytes, final int offset) {
        return Bytes.getU8(bytes, offset + SIDE_OFFSET);
    }

    public static int role(final byte[] bytes, final int offset) {
        return Bytes.getU8(bytes, offset + ROLE_OFFSET);
    }

    public static int cause(final byte[] bytes, final int offset) {
        return Bytes.getU8(bytes, offset + CAUSE_OFFSET);
    }

    static int check(final byte[] bytes, final int offset) {
        final int size = Frame.checkSize(bytes, offset, BLOCK_LENGTH);
        return size == Frame.OK ? Frame.checkZero(bytes, offset, ZERO_OFFSET, 1) : size;
    }
}
