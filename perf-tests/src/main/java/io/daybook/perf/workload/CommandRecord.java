package io.daybook.perf.workload;

/**
 * One command of a stream, packed into four longs.
 *
 * <pre>
 * word 0   63          32 31    8 7     6 5       4 3    0
 *          |    size     | symbol | side | orderType | type |
 * word 1   63          32 31                              0
 *          |    uid      |             orderId             |
 * word 2   |          price (ticks; a total for FOK_BUDGET)|
 * word 3   |          reservePrice (ticks, bids only)      |
 * </pre>
 *
 * <p>Ranges: size, uid and orderId 1..2^31−1 (0 if the command has none), symbol 1..2^24−1, price and reservePrice any
 * long ≥ 0. Unused fields are 0. All methods are pure functions of a chunk and the offset of a record's first word in
 * it.
 */
public final class CommandRecord {
    /** Longs in a record. */
    public static final int STRIDE = 4;

    /** Place an order: every field. */
    public static final int PLACE = 1;

    /** Move an order: symbol, uid, orderId and the new price. */
    public static final int MOVE = 2;

    /** Reduce an order: symbol, uid, orderId and the size to take off. */
    public static final int REDUCE = 3;

    /** Cancel an order: symbol, uid and orderId. */
    public static final int CANCEL = 4;

    /**
     * Replace an order: symbol, uid, orderId, the new price and the new total size; the reserve price of a bid is the
     * new price.
     */
    public static final int REPLACE = 5;

    /** Trades while it crosses, then rests. */
    public static final int GTC = 1;

    /** Trades what it can; the other lots are rejected. */
    public static final int IOC = 2;

    /** Trades all lots within a budget of ticks times lots, or none. */
    public static final int FOK_BUDGET = 3;

    /** The side of an order that buys. */
    public static final int BID = 1;

    /** The side of an order that sells. */
    public static final int ASK = 2;

    static final int MAX_SYMBOL = (1 << 24) - 1;

    private static final int ORDER_TYPE_SHIFT = 4;
    private static final int SIDE_SHIFT = 6;
    private static final int SYMBOL_SHIFT = 8;
    private static final int HIGH_SHIFT = 32;

    private CommandRecord() {}

    /** One of {@link #PLACE}, {@link #MOVE}, {@link #REDUCE}, {@link #CANCEL}, {@link #REPLACE}. */
    public static int type(final long[] chunk, final int offset) {
        return (int) chunk[offset] & 0xF;
    }

    /** One of {@link #GTC}, {@link #IOC}, {@link #FOK_BUDGET}; 0 unless the command places an order. */
    public static int orderType(final long[] chunk, final int offset) {
        return (int) (chunk[offset] >>> ORDER_TYPE_SHIFT) & 0x3;
    }

    /** {@link #BID} or {@link #ASK}; 0 unless the command places an order. */
    public static int side(final long[] chunk, final int offset) {
        return (int) (chunk[offset] >>> SIDE_SHIFT) & 0x3;
    }

    /** The symbol, from 1. */
    public static int symbol(final long[] chunk, final int offset) {
        return (int) (chunk[offset] >>> SYMBOL_SHIFT) & MAX_SYMBOL;
    }

    /** The lots to place or to take off, or the new total size of a replaced order; 0 for moves and cancels. */
    public static long size(final long[] chunk, final int offset) {
        return chunk[offset] >>> HIGH_SHIFT;
    }

    /** The user, from 1. */
    public static long uid(final long[] chunk, final int offset) {
        return chunk[offset + 1] >>> HIGH_SHIFT;
    }

    /** The order, counted from 1 per symbol. */
    public static long orderId(final long[] chunk, final int offset) {
        return chunk[offset + 1] & 0xFFFF_FFFFL;
    }

    /** Ticks, or ticks times lots for FOK_BUDGET; 0 for reductions and cancels. */
    public static long price(final long[] chunk, final int offset) {
        return chunk[offset + 2];
    }

    /**
     * The highest price to which a bid may be moved, 0 for asks. Written for futures too, although the exchange ignores
     * it there.
     */
    public static long reservePrice(final long[] chunk, final int offset) {
        return chunk[offset + 3];
    }

    static void encodePlace(
            final long[] chunk,
            final int offset,
            final int symbol,
            final int orderType,
            final int side,
            final long uid,
            final long orderId,
            final long price,
            final long reservePrice,
            final long size) {
        final long kind = PLACE | (orderType << ORDER_TYPE_SHIFT) | (side << SIDE_SHIFT);
        encode(chunk, offset, kind, symbol, uid, orderId, size);
        chunk[offset + 2] = price;
        chunk[offset + 3] = reservePrice;
    }

    static void encodeMove(
            final long[] chunk,
            final int offset,
            final int symbol,
            final long uid,
            final long orderId,
            final long price) {
        encode(chunk, offset, MOVE, symbol, uid, orderId, 0);
        chunk[offset + 2] = price;
    }

    static void encodeReduce(
            final long[] chunk,
            final int offset,
            final int symbol,
            final long uid,
            final long orderId,
            final long size) {
        encode(chunk, offset, REDUCE, symbol, uid, orderId, size);
    }

    static void encodeReplace(
            final long[] chunk,
            final int offset,
            final int symbol,
            final long uid,
            final long orderId,
            final long price,
            final long size) {
        encode(chunk, offset, REPLACE, symbol, uid, orderId, size);
        chunk[offset + 2] = price;
    }

    static void encodeCancel(
            final long[] chunk, final int offset, final int symbol, final long uid, final long orderId) {
        encode(chunk, offset, CANCEL, symbol, uid, orderId, 0);
    }

    private static void encode(
            final long[] chunk,
            final int offset,
            final long kind,
            final int symbol,
            final long uid,
            final long orderId,
            final long size) {
        if (symbol < 1 || symbol > MAX_SYMBOL) {
            throw new IllegalArgumentException("symbol must fit 24 bits: symbol=" + symbol);
        }
        chunk[offset] = kind | ((long) symbol << SYMBOL_SHIFT) | ((long) Math.toIntExact(size) << HIGH_SHIFT);
        chunk[offset + 1] = ((long) Math.toIntExact(uid) << HIGH_SHIFT) | Math.toIntExact(orderId);
    }
}
