package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * OFF: lots of an order that left the book without a trade. {@link HeadDescriptor} reads its first 24 bytes. Offsets
 * count from the block's start.
 *
 * <pre>
 * 24            32         40              48          49             56
 * | orderId i64 | size i64 | remaining i64 | reason u8 | zero 7 bytes |
 * </pre>
 *
 * <p>Reasons are {@link OffReason}.
 */
public final class OffDescriptor {
    public static final int BLOCK_LENGTH = 56;

    private static final int ORDER_ID_OFFSET = HEADER_LENGTH + 24;
    private static final int SIZE_OFFSET = HEADER_LENGTH + 32;
    private static final int REMAINING_OFFSET = HEADER_LENGTH + 40;
    private static final int REASON_OFFSET = HEADER_LENGTH + 48;
    private static final int ZERO_OFFSET = HEADER_LENGTH + 49;
    private static final int ZERO_LENGTH = 7;

    private OffDescriptor() {}

    /** Writes the message, and returns its length. */
    public static int encode(
            final byte[] bytes,
            final int offset,
            final long out,
            final long seq,
            final long timeNs,
            final long orderId,
            final long size,
            final long remaining,
            final int reason) {
        HeadDescriptor.encode(bytes, offset, out, seq, timeNs);
        Bytes.putI64(bytes, offset + ORDER_ID_OFFSET, orderId);
        Bytes.putI64(bytes, offset + SIZE_OFFSET, size);
        Bytes.putI64(bytes, offset + REMAINING_OFFSET, remaining);
        Bytes.putI64(bytes, offset + REASON_OFFSET, reason & 0xFF); // and the seven zeros
        return Frame.encode(bytes, offset, Templates.OFF, BLOCK_LENGTH);
    }

    public static long orderId(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + ORDER_ID_OFFSET);
    }

    public static long size(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + SIZE_OFFSET);
    }

    public static long remaining(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + REMAINING_OFFSET);
    }

    /** The code of an {@link OffReason}. */
    public static int reason(final byte[] bytes, final int offset) {
        return Bytes.getU8(bytes, offset + REASON_OFFSET);
    }

    static int check(final byte[] bytes, final int offset) {
        final int size = Frame.checkSize(bytes, offset, BLOCK_LENGTH);
        return size == Frame.OK ? Frame.checkZero(bytes, offset, ZERO_OFFSET, ZERO_LENGTH) : size;
    }
}
