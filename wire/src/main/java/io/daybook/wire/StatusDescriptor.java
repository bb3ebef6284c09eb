package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * STATUS, a query for the state of an order. It changes nothing and has no request number. Offsets count from the
 * block's start.
 *
 * <pre>
 * 0        8             16
 * | id u64 | orderId i64 |
 * </pre>
 *
 * <p>The id is the client's, and the answer repeats it.
 */
public final class StatusDescriptor {
    public static final int BLOCK_LENGTH = 16;

    private static final int ID_OFFSET = HEADER_LENGTH;
    private static final int ORDER_ID_OFFSET = HEADER_LENGTH + 8;

    private StatusDescriptor() {}

    /** Writes the message, and returns its length. */
    public static int encode(final byte[] bytes, final int offset, final long id, final long orderId) {
        Bytes.putI64(bytes, offset + ID_OFFSET, id);
        Bytes.putI64(bytes, offset + ORDER_ID_OFFSET, orderId);
        return Frame.encode(bytes, offset, Templates.STATUS, BLOCK_LENGTH);
    }

    public static long id(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + ID_OFFSET);
    }

    public static long orderId(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + ORDER_ID_OFFSET);
    }
}
