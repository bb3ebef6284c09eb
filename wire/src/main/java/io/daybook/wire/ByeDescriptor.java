package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * BYE, the last message of a connection, which the venue then closes. Offsets count from the block's start.
 *
 * <pre>
 * 0            2          4            8               72
 * | reason u16 | zero u16 | detail i32 | text 64 bytes |
 * </pre>
 *
 * <p>Reasons are {@link ByeReason}; the detail of BAD_FRAME is the faulty byte's place in its frame. The text is ASCII,
 * padded with zeros.
 */
public final class ByeDescriptor {
    public static final int BLOCK_LENGTH = 72;
    public static final int TEXT_FIELD_LENGTH = 64;

    private static final int REASON_OFFSET = HEADER_LENGTH;
    private static final int ZERO_OFFSET = HEADER_LENGTH + 2;
    private static final int ZERO_LENGTH = 2;
    private static final int DETAIL_OFFSET = HEADER_LENGTH + 4;
    private static final int TEXT_OFFSET = HEADER_LENGTH + 8;

    private ByeDescriptor() {}

    /** Writes the message, and returns its length. A text that is too long is cut. */
    public static int encode(
            final byte[] bytes, final int offset, final int reason, final int detail, final CharSequence text) {
        Bytes.putU16(bytes, offset + REASON_OFFSET, reason);
        Bytes.putU16(bytes, offset + ZERO_OFFSET, 0);
        Bytes.putI32(bytes, offset + DETAIL_OFFSET, detail);
        Bytes.putText(bytes, offset + TEXT_OFFSET, TEXT_FIELD_LENGTH, text);
        return Frame.encode(bytes, offset, Templates.BYE, BLOCK_LENGTH);
    }

    /** The code of a {@link ByeReason}. */
    public static int reason(final byte[] bytes, final int offset) {
        return Bytes.getU16(bytes, offset + REASON_OFFSET);
    }

    public static int detail(final byte[] bytes, final int offset) {
        return Bytes.getI32(bytes, offset + DETAIL_OFFSET);
    }

    /** The text. Allocates. */
    public static String text(final byte[] bytes, final int offset) {
        return Bytes.getText(bytes, offset + TEXT_OFFSET, TEXT_FIELD_LENGTH);
    }

    static int check(final byte[] bytes, final int offset) {
        final int size = Frame.checkSize(bytes, offset, BLOCK_LENGTH);
        return size == Frame.OK ? Frame.checkZero(bytes, offset, ZERO_OFFSET, ZERO_LENGTH) : size;
    }
}
