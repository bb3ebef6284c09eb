package io.daybook.wire.feed;

import static io.daybook.wire.Bytes.putI32;
import static io.daybook.wire.Bytes.putI64;

import io.daybook.wire.Bytes;

/**
 * The messages of a channel: a header of 8 bytes and a block, little-endian. Offsets below count from the block's
 * start; a dash is zero.
 *
 * <pre>
 * header   0 blockLength u16 | 2 template u16 | 4 schema u16 = 2 | 6 version u16 = 1
 * GROUP    0 seq i64 | 8 time i64 | 16 count u32 | 20 - | 24
 * ADD      0 ref u64 | 8 price i64 | 16 size i64 | 24 symbol i32 | 28 side u8 | 29 - | 32
 * EXEC     0 ref u64 | 8 price i64 | 16 size i64 | 24 tradeId i64 | 32 symbol i32 | 36 takerSide u8 | 37 flags u8
 *          | 38 - | 40
 * TRADE    as EXEC, ref is 0
 * CUT      0 ref u64 | 8 size i64 | 16 symbol i32 | 20 - | 24
 * MOVED    0 ref u64 | 8 newRef u64 | 16 price i64 | 24 size i64 | 32 symbol i32 | 36 - | 40
 * LISTING  0 symbol i32 | 4 type u8 | 5 - | 8 base i32 | 12 quote i32 | 16 lotSize i64 | 24 tickValue i64
 *          | 32 minPrice i64 | 40 maxPrice i64 | 48
 * STATE    0 symbol i32 | 4 state u8 | 5 reason u8 | 6 - | 8 price i64 | 16 size i64 | 24
 * CHECK    0 symbol i32 | 4 orders u32 | 8 hash u64 | 16
 * RESET    nothing
 * GROUP2   as GROUP
 * LEVEL    0 symbol i32 | 4 side u8 | 5 - | 8 price i64 | 16 size i64 | 24 orders u32 | 28 - | 32
 * </pre>
 *
 * <p>Sides are 1 for bids and 2 for asks. Flags are 1 for a trade of an auction and 2 for one off the book. Every
 * encoder returns the length of its message.
 */
public final class FeedDescriptor {
    /** The bytes before the block. */
    public static final int HEADER_LENGTH = 8;

    /** The longest message of version 1. */
    public static final int MAX_LENGTH = HEADER_LENGTH + 48;

    /** The trade is one of an auction: its price may differ from the order's. */
    public static final int FLAG_AUCTION = 1;

    /** The trade was made off the book. */
    public static final int FLAG_OFF_BOOK = 2;

    /** The feed's number among the schemas of Daybook. */
    public static final int SCHEMA = 2;

    private static final int VERSION = 1;
    private static final int TEMPLATE_OFFSET = 2;
    private static final int SCHEMA_OFFSET = 4;

    /** Schema and version at their places in a header of eight bytes. */
    private static final long FRONT = (long) VERSION << 3 * Short.SIZE | (long) SCHEMA << 2 * Short.SIZE;

    private FeedDescriptor() {}

    private static int header(final byte[] bytes, final int at, final int template) {
        return header(bytes, at, template, FeedTemplates.blockLength(template));
    }

    static int header(final byte[] bytes, final int at, final int template, final int length) {
        putI64(bytes, at, FRONT | (long) template << Short.SIZE | length);
        return HEADER_LENGTH + length;
    }

    public static int blockLength(final byte[] bytes, final int at) {
        return Bytes.getU16(bytes, at);
    }

    /** The template of the message whose header is at this place, see {@link FeedTemplates}. */
    public static int template(final byte[] bytes, final int at) {
        return Bytes.getU16(bytes, at + TEMPLATE_OFFSET);
    }

    static int schema(final byte[] bytes, final int at) {
        return Bytes.getU16(bytes, at + SCHEMA_OFFSET);
    }

    /** Writes a GROUP: the next {@code count} messages belong to one command. */
    public static int group(final byte[] bytes, final int at, final long seq, final long timeNs, final int count) {
        return group(bytes, at, seq, timeNs, count, FeedTemplates.GROUP);
    }

    /** Writes a GROUP2: the next {@code count} messages of a stream of levels belong to one command. */
    public static int group2(final byte[] bytes, final int at, final long seq, final long timeNs, final int count) {
        return group(bytes, at, seq, timeNs, count, FeedTemplates.GROUP2);
    }

    private static int group(
            final byte[] bytes, final int at, final long seq, final long timeNs, final int count, final int template) {
        final int block = at + HEADER_LENGTH;
        putI64(bytes, block, seq);
        putI64(bytes, block + 8, timeNs);
        putI64(bytes, block + 16, count & 0xFFFF_FFFFL);
        return header(bytes, at, template);
    }

    /** Writes a LEVEL, the new state of a level; {@code orders} is 0 if the level is gone. */
    public static int level(
            final byte[] bytes,
            final int at,
            final int symbol,
            final int side,
            final long price,
            final long size,
            final int orders) {
        final int block = at + HEADER_LENGTH;
        putI32(bytes, block, symbol);
        putI32(bytes, block + 4, side);
        putI64(bytes, block + 8, price);
        putI64(bytes, block + 16, size);
        putI64(bytes, block + 24, orders & 0xFFFF_FFFFL);
        return header(bytes, at, FeedTemplates.LEVEL);
    }

    /** Writes an ADD: an order rests, at the tail of its level. */
    public static int add(
            final byte[] bytes,
            final int at,
            final long reference,
            final long price,
            final long size,
            final int symbol,
            final int side) {
        final int block = at + HEADER_LENGTH;
        putI64(bytes, block, reference);
        putI64(bytes, block + 8, price);
        putI64(bytes, block + 16, size);
        putI32(bytes, block + 24, symbol);
        putI32(bytes, block + 28, side);
        return header(bytes, at, FeedTemplates.ADD);
    }

    /** Writes an EXEC: an order trades. With reference 0 it is a TRADE, because the order was not shown. */
    public static int exec(
            final byte[] bytes,
            final int at,
            final long reference,
            final long price,
            final long size,
            final long tradeId,
            final int symbol,
            final int takerSide,
            final int flags) {
        final int block = at + HEADER_LENGTH;
        putI64(bytes, block, reference);
        putI64(bytes, block + 8, price);
        putI64(bytes, block + 16, size);
        putI64(bytes, block + 24, tradeId);
        putI32(bytes, block + 32, symbol);
        putI32(bytes, block + 36, takerSide | flags << Byte.SIZE);
        return header(bytes, at, reference == 0 ? FeedTemplates.TRADE : FeedTemplates.EXEC);
    }

    /** Writes a CUT: lots are taken off an order, which keeps its place. */
    public static int cut(final byte[] bytes, final int at, final long reference, final long size, final int symbol) {
        final int block = at + HEADER_LENGTH;
        putI64(bytes, block, reference);
        putI64(bytes, block + 8, size);
        putI64(bytes, block + 16, symbol & 0xFFFF_FFFFL);
        return header(bytes, at, FeedTemplates.CUT);
    }

    /** Writes a MOVED: an order leaves its place and goes to the tail of a level. */
    public static int moved(
            final byte[] bytes,
            final int at,
            final long reference,
            final long newReference,
            final long price,
            final long size,
            final int symbol) {
        final int block = at + HEADER_LENGTH;
        putI64(bytes, block, reference);
        putI64(bytes, block + 8, newReference);
        putI64(bytes, block + 16, price);
        putI64(bytes, block + 24, size);
        putI64(bytes, block + 32, symbol & 0xFFFF_FFFFL);
        return header(bytes, at, FeedTemplates.MOVED);
    }

    /** Writes a LISTING, the specification of a symbol. */
    public static int listing(
            final byte[] bytes,
            final int at,
            final int symbol,
            final int type,
            final int base,
            final int quote,
            final long lotSize,
            final long tickValue,
            final long minPrice,
            final long maxPrice) {
        final int block = at + HEADER_LENGTH;
        putI32(bytes, block, symbol);
        putI32(bytes, block + 4, type);
        putI32(bytes, block + 8, base);
        putI32(bytes, block + 12, quote);
        putI64(bytes, block + 16, lotSize);
        putI64(bytes, block + 24, tickValue);
        putI64(bytes, block + 32, minPrice);
        putI64(bytes, block + 40, maxPrice);
        return header(bytes, at, FeedTemplates.LISTING);
    }

    /** Writes a STATE: whether and how a symbol trades. */
    public static int state(
            final byte[] bytes,
            final int at,
            final int symbol,
            final int state,
            final int reason,
            final long price,
            final long size) {
        final int block = at + HEADER_LENGTH;
        putI32(bytes, block, symbol);
        putI32(bytes, block + 4, state | reason << Byte.SIZE);
        putI64(bytes, block + 8, price);
        putI64(bytes, block + 16, size);
        return header(bytes, at, FeedTemplates.STATE);
    }

    /** Writes a CHECK, the number of orders and the hash that a symbol's book must have. */
    public static int check(final byte[] bytes, final int at, final int symbol, final int orders, final long hash) {
        final int block = at + HEADER_LENGTH;
        putI32(bytes, block, symbol);
        putI32(bytes, block + 4, orders);
        putI64(bytes, block + 8, hash);
        return header(bytes, at, FeedTemplates.CHECK);
    }

    /** Writes a RESET: all books are empty. */
    public static int reset(final byte[] bytes, final int at) {
        return header(bytes, at, FeedTemplates.RESET);
    }
}
