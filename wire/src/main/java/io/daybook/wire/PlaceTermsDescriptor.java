package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * PLACE_TERMS, an order with terms: the block of PLACE, which {@link PlaceDescriptor} reads, then a group. Offsets
 * count from the block's end.
 *
 * <pre>
 * 0                      2           4          6           14
 * | entryLength u16 (10) | count u16 | term u16 | value i64 | term u16 | value i64 | …
 * </pre>
 *
 * <p>Terms are numbers 0 to 18 (docs/tcp-protocol.md lists them), strictly ascending, at least one. The exit's order id
 * has the value zero: the venue fills it in.
 */
public final class PlaceTermsDescriptor {
    public static final int BLOCK_LENGTH = PlaceDescriptor.BLOCK_LENGTH;

    /** The largest number of a term; the first is 0. */
    public static final int MAX_TERM = 18;

    /** The term of an exit's order id, whose value is zero on the wire. */
    public static final int EXIT_ORDER_ID = 15;

    static final int GROUP_HEADER_LENGTH = 4;
    static final int ENTRY_LENGTH = 10;

    private static final int COUNT_OFFSET = 2;
    private static final int VALUE_OFFSET = 2;

    private PlaceTermsDescriptor() {}

    /**
     * Writes the message, and returns its length.
     *
     * @param mask bit n marks term n
     * @param values the values, by the numbers of their terms
     */
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
            final long reserve,
            final int mask,
            final long[] values) {
        PlaceDescriptor.encodeBlock(bytes, offset, request, uid, symbol, side, type, price, size, reserve);
        final int group = HEADER_LENGTH + BLOCK_LENGTH;
        final int count = Integer.bitCount(mask);
        Bytes.putU16(bytes, offset + group, ENTRY_LENGTH);
        Bytes.putU16(bytes, offset + group + COUNT_OFFSET, count);
        int entry = offset + group + GROUP_HEADER_LENGTH;
        for (int left = mask; left != 0; left &= left - 1) {
            final int term = Integer.numberOfTrailingZeros(left);
            Bytes.putU16(bytes, entry, term);
            Bytes.putI64(bytes, entry + VALUE_OFFSET, values[term]);
            entry += ENTRY_LENGTH;
        }
        return Frame.encode(
                bytes, offset, Templates.PLACE_TERMS, BLOCK_LENGTH, GROUP_HEADER_LENGTH + count * ENTRY_LENGTH);
    }

    /** Returns how many terms the message has. */
    public static int count(final byte[] bytes, final int offset) {
        return Bytes.getU16(bytes, group(bytes, offset) + COUNT_OFFSET);
    }

    /** The number of the term at an index, from 0. */
    public static int term(final byte[] bytes, final int offset, final int index) {
        return Bytes.getU16(bytes, entry(bytes, offset, index));
    }

    /** The value of the term at an index, from 0. */
    public static long value(final byte[] bytes, final int offset, final int index) {
        return Bytes.getI64(bytes, entry(bytes, offset, index) + VALUE_OFFSET);
    }

    static int check(final byte[] bytes, final int offset) {
        if (Frame.blockLength(bytes, offset) < BLOCK_LENGTH) {
            return Frame.BLOCK_LENGTH_OFFSET;
        }
        final int block = PlaceDescriptor.checkBlock(bytes, offset);
        if (block != Frame.OK) {
            return block;
        }
        final int length = Frame.length(bytes, offset);
        final int group = group(bytes, offset);
        if (group - offset + GROUP_HEADER_LENGTH > length) {
            return Frame.LENGTH_OFFSET;
        }
        final int entryLength = Bytes.getU16(bytes, group);
        if (entryLength < ENTRY_LENGTH) {
            return group - offset;
        }
        final int count = count(bytes, offset);
        if (count == 0 || count > MAX_TERM + 1) {
            return group - offset + COUNT_OFFSET;
        }
        if (group - offset + GROUP_HEADER_LENGTH + count * entryLength != length) {
            return Frame.LENGTH_OFFSET;
        }
        return checkEntries(bytes, offset, count);
    }

    private static int checkEntries(final byte[] bytes, final int offset, final int count) {
        int before = -1;
        for (int i = 0; i < count; i++) {
            final int place = entry(bytes, offset, i) - offset;
            final int term = term(bytes, offset, i);
            if (term <= before || term > MAX_TERM) {
                return place;
            }
            if (term == EXIT_ORDER_ID && value(bytes, offset, i) != 0) {
                return place + VALUE_OFFSET;
            }
            before = term;
        }
        return Frame.OK;
    }

    private static int group(final byte[] bytes, final int offset) {
        return offset + HEADER_LENGTH + Frame.blockLength(bytes, offset);
    }

    private static int entry(final byte[] bytes, final int offset, final int index) {
        final int group = group(bytes, offset);
        return group + GROUP_HEADER_LENGTH + index * Bytes.getU16(bytes, group);
    }
}
