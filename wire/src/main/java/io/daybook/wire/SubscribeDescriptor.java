package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * SUBSCRIBE, a subscription to one channel of the public feed. It has no request number. Offsets count from the block's
 * start.
 *
 * <pre>
 * 0             4            8
 * | channel u32 | stream u32 | from u64 |
 * </pre>
 *
 * <p>The stream is {@link #ORDERS} or {@link #LEVELS}. {@code from} is the first message to send; 0 requests snapshots,
 * and then the messages after them.
 */
public final class SubscribeDescriptor {
    public static final int BLOCK_LENGTH = 16;

    /** The stream of levels. */
    public static final int LEVELS = 2;

    /** The stream of orders. */
    public static final int ORDERS = 3;

    private static final int CHANNEL_OFFSET = HEADER_LENGTH;
    private static final int STREAM_OFFSET = HEADER_LENGTH + 4;
    private static final int FROM_OFFSET = HEADER_LENGTH + 8;

    private SubscribeDescriptor() {}

    /** Writes the message, and returns its length. */
    public static int encode(
            final byte[] bytes, final int offset, final int channel, final int stream, final long from) {
        Bytes.putI32(bytes, offset + CHANNEL_OFFSET, channel);
        Bytes.putI32(bytes, offset + STREAM_OFFSET, stream);
        Bytes.putI64(bytes, offset + FROM_OFFSET, from);
        return Frame.encode(bytes, offset, Templates.SUBSCRIBE, BLOCK_LENGTH);
    }

    public static int channel(final byte[] bytes, final int offset) {
        return Bytes.getI32(bytes, offset + CHANNEL_OFFSET);
    }

    public static int stream(final byte[] bytes, final int offset) {
        return Bytes.getI32(bytes, offset + STREAM_OFFSET);
    }

    public static long from(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + FROM_OFFSET);
    }

    static int check(final byte[] bytes, final int offset) {
        final int size = Frame.checkSize(bytes, offset, BLOCK_LENGTH);
        if (size != Frame.OK) {
            return size;
        }
        if (stream(bytes, offset) != LEVELS && stream(bytes, offset) != ORDERS) {
            return STREAM_OFFSET;
        }
        return from(bytes, offset) < 0 ? FROM_OFFSET : Frame.OK;
    }
}
