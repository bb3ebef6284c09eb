package io.daybook.wire.feed;

import static io.daybook.wire.Bytes.putI32;
import static io.daybook.wire.Bytes.putI64;

import java.util.Arrays;

/**
 * The messages of snapshots only. They have no numbers in a channel. After the common header of the feed's messages,
 * offsets count from the block's start; a dash is zero.
 *
 * <pre>
 * BEGIN    0 symbol i32 | 4 orders u32 | 8 number u64 | 16 seq i64 | 24
 * END      0 symbol i32 | 4 - | 8 number u64 | 16 hash u64 | 24
 * NAME     0 symbol i32 | 4 baseDecimals u8 | 5 quoteDecimals u8 | 6 - | 8 name 32 bytes | 40
 * </pre>
 *
 * <p>A snapshot of a symbol is BEGIN, NAME if it has one, LISTING, STATE if it has one, an ADD for each order, by side,
 * level and queue, and END. The snapshot shows the symbol as it is after the channel's message with that number. Every
 * encoder returns the length of its message.
 */
public final class SnapshotDescriptor {
    /** Begins the snapshot of a symbol. */
    public static final int BEGIN = 30;

    /** Ends the snapshot. */
    public static final int END = 31;

    /** The name of a symbol for people. */
    public static final int NAME = 32;

    /** The bytes of a name's field. */
    public static final int NAME_LENGTH = 32;

    static final int BEGIN_LENGTH = 24;
    static final int END_LENGTH = 24;
    public static final int NAME_BLOCK_LENGTH = 8 + NAME_LENGTH;

    private SnapshotDescriptor() {}

    /** The length of the block in version 1; 0 if the message is not one of snapshots. */
    public static int blockLength(final int template) {
        return switch (template) {
            case BEGIN -> BEGIN_LENGTH;
            case END -> END_LENGTH;
            case NAME -> NAME_BLOCK_LENGTH;
            default -> 0;
        };
    }

    /**
     * Writes a BEGIN: the number of the symbol's orders, and the last message of the channel and the last command that
     * the snapshot includes.
     */
    public static int begin(
            final byte[] bytes, final int at, final int symbol, final int orders, final long number, final long seq) {
        final int block = at + FeedDescriptor.HEADER_LENGTH;
        putI32(bytes, block, symbol);
        putI32(bytes, block + 4, orders);
        putI64(bytes, block + 8, number);
        putI64(bytes, block + 16, seq);
        return FeedDescriptor.header(bytes, at, BEGIN, BEGIN_LENGTH);
    }

    /** Writes an END, with the hash of the symbol's book. */
    public static int end(final byte[] bytes, final int at, final int symbol, final long number, final long hash) {
        final int block = at + FeedDescriptor.HEADER_LENGTH;
        putI64(bytes, block, symbol & 0xFFFF_FFFFL);
        putI64(bytes, block + 8, number);
        putI64(bytes, block + 16, hash);
        return FeedDescriptor.header(bytes, at, END, END_LENGTH);
    }

    /**
     * Writes a NAME, the name of a symbol for people.
     *
     * @param name printable ASCII, at most {@value #NAME_LENGTH} bytes
     */
    public static int name(
            final byte[] bytes,
            final int at,
            final int symbol,
            final int baseDecimals,
            final int quoteDecimals,
            final byte[] name) {
        final int block = at + FeedDescriptor.HEADER_LENGTH;
        putI32(bytes, block, symbol);
        putI32(bytes, block + 4, baseDecimals | quoteDecimals << Byte.SIZE);
        System.arraycopy(name, 0, bytes, block + 8, name.length);
        Arrays.fill(bytes, block + 8 + name.length, block + NAME_BLOCK_LENGTH, (byte) 0);
        return FeedDescriptor.header(bytes, at, NAME, NAME_BLOCK_LENGTH);
    }
}
