package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * MASS_CANCEL of the orders of a user, of a symbol, or of both. Offsets count from the block's start.
 *
 * <pre>
 * 0             8         16           20         24         32            40            48
 * | request u64 | uid i64 | symbol i32 | zero u32 | side i64 | flagged i64 | suspend i64 |
 * </pre>
 *
 * <p>Side: 0 both, 1 bids, 2 asks. Flagged and suspend: 0 or 1.
 */
public final class MassCancelDescriptor {
    public static final int BLOCK_LENGTH = 48;

    private static final int ZERO_OFFSET = RequestDescriptor.AFTER_SYMBOL_OFFSET;
    private static final int ZERO_LENGTH = 4;
    private static final int SIDE_OFFSET = HEADER_LENGTH + 24;
    private static final int FLAGGED_OFFSET = HEADER_LENGTH + 32;
    private static final int SUSPEND_OFFSET = HEADER_LENGTH + 40;

    private static final long MAX_SIDE = 2;

    private MassCancelDescriptor() {}

    /** Writes the message, and returns its length. */
    public static int encode(
            final byte[] bytes,
            final int offset,
            final long request,
            final long uid,
            final int symbol,
            final int side,
            final boolean flagged,
            final boolean suspend) {
        RequestDescriptor.encode(bytes, offset, request, uid, symbol);
        Bytes.putI32(bytes, offset + ZERO_OFFSET, 0);
        Bytes.putI64(bytes, offset + SIDE_OFFSET, side);
        Bytes.putI64(bytes, offset + FLAGGED_OFFSET, flagged ? 1 : 0);
        Bytes.putI64(bytes, offset + SUSPEND_OFFSET, suspend ? 1 : 0);
        return Frame.encode(bytes, offset, Templates.MASS_CANCEL, BLOCK_LENGTH);
    }

    /** The side: 0 for both, 1 for bids, 2 for asks. */
    public static int side(final byte[] bytes, final int offset) {
        return (int) Bytes.getI64(bytes, offset + SIDE_OFFSET);
    }

    public static boolean flagged(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + FLAGGED_OFFSET) != 0;
    }

    public static boolean suspend(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + SUSPEND_OFFSET) != 0;
    }

    static int check(final byte[] bytes, final int offset) {
        final int size = Frame.checkSize(bytes, offset, BLOCK_LENGTH);
        if (size != Frame.OK) {
            return size;
        }
        final int zero = Frame.checkZero(bytes, offset, ZERO_OFFSET, ZERO_LENGTH);
        if (zero != Frame.OK) {
            return zero;
        }
        if (isOver(Bytes.getI64(bytes, offset + SIDE_OFFSET), MAX_SIDE)) {
            return SIDE_OFFSET;
        }
        if (isOver(Bytes.getI64(bytes, offset + FLAGGED_OFFSET), 1)) {
            return FLAGGED_OFFSET;
        }
        return isOver(Bytes.getI64(bytes, offset + SUSPEND_OFFSET), 1) ? SUSPEND_OFFSET : Frame.OK;
    }

    private static boolean isOver(final long value, final long max) {
        return value < 0 || value > max;
    }
}
