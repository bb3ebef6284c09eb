package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * LOGIN, the first message of a connection. Offsets count from the block's start.
 *
 * <pre>
 * 0             4                 8             16                 64
 * | session u32 | heartbeatMs u32 | nextOut u64 | secret 48 bytes | program 32 bytes |
 * </pre>
 *
 * <p>{@code nextOut} is the first number of the stream that the client has not seen; 0 requests only new messages.
 * Secret and program are printable ASCII, padded with zeros.
 */
public final class LoginDescriptor {
    public static final int BLOCK_LENGTH = 96;
    public static final int MIN_HEARTBEAT_MS = 100;
    public static final int MAX_HEARTBEAT_MS = 60_000;
    public static final int SECRET_FIELD_LENGTH = 48;
    public static final int PROGRAM_FIELD_LENGTH = 32;

    private static final int SESSION_OFFSET = HEADER_LENGTH;
    private static final int HEARTBEAT_MS_OFFSET = HEADER_LENGTH + 4;
    private static final int NEXT_OUT_OFFSET = HEADER_LENGTH + 8;
    private static final int SECRET_OFFSET = HEADER_LENGTH + 16;
    private static final int PROGRAM_OFFSET = HEADER_LENGTH + 64;

    private LoginDescriptor() {}

    /** Writes the message, and returns its length. */
    public static int encode(
            final byte[] bytes,
            final int offset,
            final int session,
            final int heartbeatMs,
            final long nextOut,
            final CharSequence secret,
            final CharSequence program) {
        Bytes.putI32(bytes, offset + SESSION_OFFSET, session);
        Bytes.putI32(bytes, offset + HEARTBEAT_MS_OFFSET, heartbeatMs);
        Bytes.putI64(bytes, offset + NEXT_OUT_OFFSET, nextOut);
        Bytes.putText(bytes, offset + SECRET_OFFSET, SECRET_FIELD_LENGTH, secret);
        Bytes.putText(bytes, offset + PROGRAM_OFFSET, PROGRAM_FIELD_LENGTH, program);
        return Frame.encode(bytes, offset, Templates.LOGIN, BLOCK_LENGTH);
    }

    public static int session(final byte[] bytes, final int offset) {
        return Bytes.getI32(bytes, offset + SESSION_OFFSET);
    }

    public static int heartbeatMs(final byte[] bytes, final int offset) {
        return Bytes.getI32(bytes, offset + HEARTBEAT_MS_OFFSET);
    }

    public static long nextOut(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + NEXT_OUT_OFFSET);
    }

    /** Offset of the secret in the array. */
    public static int secretOffset(final int offset) {
        return offset + SECRET_OFFSET;
    }

    /** The length of the secret before the first zero. */
    public static int secretLength(final byte[] bytes, final int offset) {
        return Bytes.textLength(bytes, offset + SECRET_OFFSET, SECRET_FIELD_LENGTH);
    }

    /** The name that the client gives itself; a question mark for each byte that is not printable ASCII. Allocates. */
    public static String program(final byte[] bytes, final int offset) {
        return Bytes.getText(bytes, offset + PROGRAM_OFFSET, PROGRAM_FIELD_LENGTH);
    }

    static int check(final byte[] bytes, final int offset) {
        final int size = Frame.checkSize(bytes, offset, BLOCK_LENGTH);
        if (size != Frame.OK) {
            return size;
        }
        final int heartbeatMs = heartbeatMs(bytes, offset);
        if (heartbeatMs < MIN_HEARTBEAT_MS || heartbeatMs > MAX_HEARTBEAT_MS) {
            return HEARTBEAT_MS_OFFSET;
        }
        return nextOut(bytes, offset) < 0 ? NEXT_OUT_OFFSET : Frame.OK;
    }
}
