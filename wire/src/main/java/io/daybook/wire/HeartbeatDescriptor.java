package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * The venue's HEARTBEAT. Offsets count from the block's start.
 *
 * <pre>
 * 0             8
 * | nextOut u64 |
 * </pre>
 *
 * <p>{@code nextOut} is the number of the next numbered message on this connection.
 */
public final class HeartbeatDescriptor {
    public static final int BLOCK_LENGTH = 8;

    private static final int NEXT_OUT_OFFSET = HEADER_LENGTH;

    private HeartbeatDescriptor() {}

    /** Writes the message, and returns its length. */
    public static int encode(final byte[] bytes, final int offset, final long nextOut) {
        Bytes.putI64(bytes, offset + NEXT_OUT_OFFSET, nextOut);
        return Frame.encode(bytes, offset, Templates.HEARTBEAT, BLOCK_LENGTH);
    }

    public static long nextOut(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + NEXT_OUT_OFFSET);
    }
}
