package io.daybook.wire.feed;

import io.daybook.wire.Bytes;

/**
 * A message of a channel, read in place: a flyweight, valid as long as its bytes are. {@link FeedDescriptor} draws all
 * messages; read a field only if the template has it. This class does not check the bytes: call {@link #isWhole} first.
 * Used by one thread.
 */
public final class FeedMessage {
    private static final int U8 = 0xFF;

    private byte[] bytes = new byte[0];
    private int block;
    private int template;

    public FeedMessage() {}

    /** Returns whether the bytes are a message of version 1 or later, with all fields of its template in version 1. */
    public static boolean isWhole(final byte[] bytes, final int offset, final int length) {
        if (length < FeedDescriptor.HEADER_LENGTH || FeedDescriptor.schema(bytes, offset) != FeedDescriptor.SCHEMA) {
            return false;
        }
        final int template = FeedDescriptor.template(bytes, offset);
        final int blockLength = FeedDescriptor.blockLength(bytes, offset);
        return length >= FeedDescriptor.HEADER_LENGTH + blockLength
                && (!FeedTemplates.isKnown(template) || blockLength >= FeedTemplates.blockLength(template));
    }

    /** Moves to the message at this offset. */
    public void wrap(final byte[] newBytes, final int offset) {
        bytes = newBytes;
        block = offset + FeedDescriptor.HEADER_LENGTH;
        template = FeedDescriptor.template(newBytes, offset);
    }

    /** The number of the message, see {@link FeedTemplates}. */
    public int template() {
        return template;
    }

    /** GROUP: the number of the command. */
    public long seq() {
        return i64(0);
    }

    /** GROUP: the time of the command, ns since the epoch. */
    public long timeNs() {
        return i64(8);
    }

    /** GROUP: how many of the next messages belong to the command. */
    public long count() {
        return i32(16) & 0xFFFF_FFFFL;
    }

    /** ADD, EXEC, CUT, MOVED: the order; TRADE: 0. */
    public long reference() {
        return i64(0);
    }

    /** MOVED: the new reference of the order. */
    public long newReference() {
        return i64(8);
    }

    /** ADD, EXEC, TRADE, MOVED: the price in ticks. */
    public long price() {
        return i64(template == FeedTemplates.MOVED ? 16 : 8);
    }

    /** ADD, EXEC, TRADE, CUT, MOVED: the size in lots. */
    public long size() {
        return i64(template == FeedTemplates.CUT ? 8 : template == FeedTemplates.MOVED ? 24 : 16);
    }

    /** EXEC, TRADE: the trade's number among the trades of the symbol. */
    public long tradeId() {
        return i64(24);
    }

    /** ADD, EXEC, TRADE, CUT, MOVED, LISTING, CHECK: the symbol. */
    public int symbol() {
        return switch (template) {
            case FeedTemplates.ADD -> i32(24);
            case FeedTemplates.EXEC, FeedTemplates.TRADE, FeedTemplates.MOVED -> i32(32);
            case FeedTemplates.CUT -> i32(16);
            default -> i32(0);
        };
    }

    /** ADD: the side of the order; EXEC, TRADE: the side of the taker; 1 for bids and 2 for asks. */
    public int side() {
        return bytes[block + (template == FeedTemplates.ADD ? 28 : 36)] & U8;
    }

    /** EXEC, TRADE: {@link FeedDescriptor#FLAG_AUCTION}, {@link FeedDescriptor#FLAG_OFF_BOOK}. */
    public int flags() {
        return bytes[block + 37] & U8;
    }

    /** LISTING: code of the type of the symbol. */
    public int type() {
        return bytes[block + 4] & U8;
    }

    /** LISTING: the currency that a bid buys. */
    public int base() {
        return i32(8);
    }

    /** LISTING: the currency of prices. */
    public int quote() {
        return i32(12);
    }

    /** LISTING: minor units of the base in a lot. */
    public long lotSize() {
        return i64(16);
    }

    /** LISTING: the value of one tick for one lot, in minor units of the quote currency. */
    public long tickValue() {
        return i64(24);
    }

    private long i64(final int offset) {
        return Bytes.getI64(bytes, block + offset);
    }

    private int i32(final int offset) {
        return Bytes.getI32(bytes, block + offset);
    }
}
