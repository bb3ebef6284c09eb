package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * BATCH, messages of the public feed. Offsets count from the block's start.
 *
 * <pre>
 * 0             4           6            8
 * | channel u32 | count u16 | stream u16 | number u64 |
 * </pre>
 *
 * <p>{@code count} messages of the feed's schema follow the block, each after its length (two bytes, big-endian), as in
 * the packets of the feed's lines. The number belongs to the first message or, without messages, to the next one; it is
 * 0 for snapshots.
 */
public final class BatchDescriptor {
    public static final int BLOCK_LENGTH = 16;

    /** The most bytes of messages and their lengths in a frame. */
    public static final int MAX_MESSAGES_LENGTH = Frame.MAX_LENGTH - HEADER_LENGTH - BLOCK_LENGTH;

    /** The number of a batch of snapshots. */
    public static final long SNAPSHOT = 0;

    private static final int MESSAGE_HEADER_LENGTH = 2;
    private static final int CHANNEL_OFFSET = HEADER_LENGTH;
    private static final int COUNT_OFFSET = HEADER_LENGTH + 4;
    private static final int STREAM_OFFSET = HEADER_LENGTH + 6;
    private static final int NUMBER_OFFSET = HEADER_LENGTH + 8;

    private BatchDescriptor() {}

    /**
     * Writes the front of the message, and returns the length of the whole message.
     *
     * @param messagesLength the bytes of the messages and their lengths, already at {@link #messagesOffset}
     */
    public static int encode(
            final byte[] bytes,
            final int offset,
            final int channel,
            final int stream,
            final long number,
            final int count,
            final int messagesLength) {
        Bytes.putI32(bytes, offset + CHANNEL_OFFSET, channel);
        Bytes.putU16(bytes, offset + COUNT_OFFSET, count);
        Bytes.putU16(bytes, offset + STREAM_OFFSET, stream);
        Bytes.putI64(bytes, offset + NUMBER_OFFSET, number);
        return Frame.encode(bytes, offset, Templates.BATCH, BLOCK_LENGTH, messagesLength);
    }

    public static int channel(final byte[] bytes, final int offset) {
        return Bytes.getI32(bytes, offset + CHANNEL_OFFSET);
    }

    public static int count(final byte[] bytes, final int offset) {
        return Bytes.getU16(bytes, offset + COUNT_OFFSET);
    }

    public static int stream(final byte[] bytes, final int offset) {
        return Bytes.getU16(bytes, offset + STREAM_OFFSET);
    }

    public static long number(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + NUMBER_OFFSET);
    }

    /** Offset of the first message's length in the array. */
    public static int messagesOffset(final byte[] bytes, final int offset) {
        return offset + HEADER_LENGTH + Frame.blockLength(bytes, offset);
    }

    /** The number of bytes that the messages and their lengths take. */
    public static int messagesLength(final byte[] bytes, final int offset) {
        return Frame.length(bytes, offset) - HEADER_LENGTH - Frame.blockLength(bytes, offset);
    }

    static int check(final byte[] bytes, final int offset) {
        if (Frame.blockLength(bytes, offset) < BLOCK_LENGTH) {
            return Frame.BLOCK_LENGTH_OFFSET;
        }
        int at = messagesOffset(bytes, offset);
        final int end = offset + Frame.length(bytes, offset);
        for (int i = count(bytes, offset); i > 0; i--) {
            if (at + MESSAGE_HEADER_LENGTH > end) {
                return COUNT_OFFSET;
            }
            at += MESSAGE_HEADER_LENGTH + Bytes.getBigU16(bytes, at);
            if (at > end) {
                return COUNT_OFFSET;
            }
        }
        return at == end ? Frame.OK : Frame.LENGTH_OFFSET;
    }
}
