package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * PLACE, a plain order; its id is the request's cookie. Offsets count from the block's start.
 *
 * <pre>
 * 0             8         16           20        21             22         24          32         40            48
 * | request u64 | uid i64 | symbol i32 | side u8 | orderType u8 | zero u16 | price i64 | size i64 | reserve i64 |
 * </pre>
 *
 * <p>Side: 1 bid, 2 ask. Type: 1 GTC, 2 IOC, 3 FOK, 4 FOK_BUDGET, 5 IOC_BUDGET, 6 POST_ONLY. Reserve: the highest price
 * to which a bid of a pair may later be moved; 0 means its price.
 */
public final class PlaceDescriptor {
    public static final int BLOCK_LENGTH = 48;

    private static final int SIDE_OFFSET = HEADER_LENGTH + 20;
    private static final int TYPE_OFFSET = HEADER_LENGTH + 21;
    private static final int ZERO_OFFSET = HEADER_LENGTH + 22;
    private static final int ZERO_LENGTH = 2;
    private static final int PRICE_OFFSET = HEADER_LENGTH + 24;
    private static final int SIZE_OFFSET = HEADER_LENGTH + 32;
    private static final int RESERVE_OFFSET = HEADER_LENGTH + 40;

    private static final int MAX_SIDE = 2;
    private static final int MAX_TYPE = 6;

    private PlaceDescriptor() {}

    /** Writes the message, and returns its length. */
    public static int encode(
            final byte[] bytes,
            final int offset,
            final long request,
            final long uid,
            final int symbol,
            final int side,
            final int type,
            final long price,
            final long size,
            final long reserve) {
        encodeBlock(bytes, offset, request, uid, symbol, side, type, price, size, reserve);
        return Frame.encode(bytes, offset, Templates.PLACE, BLOCK_LENGTH);
    }

    static void encodeBlock(
            final byte[] bytes,
            final int offset,
            final long request,
            final long uid,
            final int symbol,
            final int side,
            final int type,
            final long price,
            final long size,
            final long reserve) {
        RequestDescriptor.encode(bytes, offset, request, uid, symbol);
        Bytes.putU8(bytes, offset + SIDE_OFFSET, side);
        Bytes.putU8(bytes, offset + TYPE_OFFSET, type);
        Bytes.putU16(bytes, offset + ZERO_OFFSET, 0);
        Bytes.putI64(bytes, offset + PRICE_OFFSET, price);
        Bytes.putI64(bytes, offset + SIZE_OFFSET, size);
        Bytes.putI64(bytes, offset + RESERVE_OFFSET, reserve);
    }

    public static int side(final byte[] bytes, final int offset) {
        return Bytes.getU8(bytes, offset + SIDE_OFFSET);
    }

    public static int type(final byte[] bytes, final int offset) {
        return Bytes.getU8(bytes, offset + TYPE_OFFSET);
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

    static int check(final byte[] bytes, final int offset) {
        final int size = Frame.checkSize(bytes, offset, BLOCK_LENGTH);
        return size == Frame.OK ? checkBlock(bytes, offset) : size;
    }

    static int checkBlock(final byte[] bytes, final int offset) {
        final int side = side(bytes, offset);
        if (side < 1 || side > MAX_SIDE) {
            return SIDE_OFFSET;
        }
        final int type = type(bytes, offset);
        if (type < 1 || type > MAX_TYPE) {
            return TYPE_OFFSET;
        }
        return Frame.checkZero(bytes, offset, ZERO_OFFSET, ZERO_LENGTH);
    }
}
