package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * STATUS_IS, the answer to a STATUS. It is not numbered. Offsets count from the block's start.
 *
 * <pre>
 * 0        8             16         17             24              32           40                48
 * | id u64 | orderId i64 | state u8 | zero 7 bytes | remaining i64 | traded i64 | lastRequest u64 |
 * </pre>
 *
 * <p>State: 0 unknown, 1 live, 2 closed. {@code lastRequest} is the N of {@link WelcomeDescriptor} at this moment.
 */
public final class StatusIsDescriptor {
    public static final int BLOCK_LENGTH = 48;
    public static final int UNKNOWN = 0;
    public static final int LIVE = 1;
    public static final int CLOSED = 2;

    private static final int ID_OFFSET = HEADER_LENGTH;
    private static final int ORDER_ID_OFFSET = HEADER_LENGTH + 8;
    private static final int STATE_OFFSET = HEADER_LENGTH + 16;
    private static final int ZERO_OFFSET = HEADER_LENGTH + 17;
    private static final int ZERO_LENGTH = 7;
    private static final int REMAINING_OFFSET = HEADER_LENGTH + 24;
    private static final int TRADED_OFFSET = HEADER_LENGTH + 32;
    private static final int LAST_REQUEST_OFFSET = HEADER_LENGTH + 40;

    private StatusIsDescriptor() {}

    /** Writes the message, and returns its length. */
    public static int encode(
            final byte[] bytes,
            final int offset,
            final long id,
            final long orderId,
            final int state,
            final long remaining,
            final long traded,
            final long lastRequest) {
        Bytes.putI64(bytes, offset + ID_OFFSET, id);
        Bytes.putI64(bytes, offset + ORDER_ID_OFFSET, orderId);
        Bytes.putI64(bytes, offset + STATE_OFFSET, state & 0xFF); // and the seven zeros
        Bytes.putI64(bytes, offset + REMAINING_OFFSET, remaining);
        Bytes.putI64(bytes, offset + TRADED_OFFSET, traded);
        Bytes.putI64(bytes, offset + LAST_REQUEST_OFFSET, lastRequest);
        return Frame.encode(bytes, offset, Templates.STATUS_IS, BLOCK_LENGTH);
    }

    public static long id(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + ID_OFFSET);
    }

    public static long orderId(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + ORDER_ID_OFFSET);
    }

    public static int state(final byte[] bytes, final int offset) {
        return Bytes.getU8(bytes, offset + STATE_OFFSET);
    }

    public static long remaining(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + REMAINING_OFFSET);
    }

    public static long traded(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + TRADED_OFFSET);
    }

    public static long lastRequest(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + LAST_REQUEST_OFFSET);
    }

    static int check(final byte[] bytes, final int offset) {
        final int size = Frame.checkSize(bytes, offset, BLOCK_LENGTH);
        return size == Frame.OK ? Frame.checkZero(bytes, offset, ZERO_OFFSET, ZERO_LENGTH) : size;
    }
}
