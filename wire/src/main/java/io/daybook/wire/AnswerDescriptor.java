package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * ANSWER, the fate of a request. {@link HeadDescriptor} reads its first 24 bytes. Offsets count from the block's start.
 *
 * <pre>
 * 24            32            40              48           56         58          59           60          64
 * | request u64 | orderId i64 | remaining i64 | traded i64 | code u16 | source u8 | command u8 | fills u32 |
 * </pre>
 *
 * <p>Source 0: the code is the engine's; 1: the gateway's, see {@link GatewayCode}. The command is the request's
 * template. {@code fills} is how many FILLs of this order follow.
 */
public final class AnswerDescriptor {
    public static final int BLOCK_LENGTH = 64;
    public static final int SOURCE_ENGINE = 0;
    public static final int SOURCE_GATEWAY = 1;

    private static final int REQUEST_OFFSET = HEADER_LENGTH + 24;
    private static final int ORDER_ID_OFFSET = HEADER_LENGTH + 32;
    private static final int REMAINING_OFFSET = HEADER_LENGTH + 40;
    private static final int TRADED_OFFSET = HEADER_LENGTH + 48;
    private static final int CODE_OFFSET = HEADER_LENGTH + 56;
    private static final int SOURCE_OFFSET = HEADER_LENGTH + 58;
    private static final int COMMAND_OFFSET = HEADER_LENGTH + 59;
    private static final int FILLS_OFFSET = HEADER_LENGTH + 60;

    private AnswerDescriptor() {}

    /** Writes the message, and returns its length. */
    public static int encode(
            final byte[] bytes,
            final int offset,
            final long out,
            final long seq,
            final long timeNs,
            final long request,
            final long orderId,
            final long remaining,
            final long traded,
            final int code,
            final int source,
            final int command,
            final int fills) {
        HeadDescriptor.encode(bytes, offset, out, seq, timeNs);
        Bytes.putI64(bytes, offset + REQUEST_OFFSET, request);
        Bytes.putI64(bytes, offset + ORDER_ID_OFFSET, orderId);
        Bytes.putI64(bytes, offset + REMAINING_OFFSET, remaining);
        Bytes.putI64(bytes, offset + TRADED_OFFSET, traded);
        Bytes.putU16(bytes, offset + CODE_OFFSET, code);
        Bytes.putU8(bytes, offset + SOURCE_OFFSET, source);
        Bytes.putU8(bytes, offset + COMMAND_OFFSET, command);
        Bytes.putI32(bytes, offset + FILLS_OFFSET, fills);
        return Frame.encode(bytes, offset, Templates.ANSWER, BLOCK_LENGTH);
    }

    public static long request(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + REQUEST_OFFSET);
    }

    public static long orderId(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + ORDER_ID_OFFSET);
    }

    public static long remaining(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + REMAINING_OFFSET);
    }

    public static long traded(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + TRADED_OFFSET);
    }

    public static int code(final byte[] bytes, final int offset) {
        return Bytes.getU16(bytes, offset + CODE_OFFSET);
    }

    public static int source(final byte[] bytes, final int offset) {
        return Bytes.getU8(bytes, offset + SOURCE_OFFSET);
    }

    public static int command(final byte[] bytes, final int offset) {
        return Bytes.getU8(bytes, offset + COMMAND_OFFSET);
    }

    public static int fills(final byte[] bytes, final int offset) {
        return Bytes.getI32(bytes, offset + FILLS_OFFSET);
    }
}
