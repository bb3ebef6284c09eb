package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * The first fields of every request, {@link Templates#PLACE} to {@link Templates#PLACE_TERMS}.
 *
 * <pre>
 * 0             8         16           20
 * | request u64 | uid i64 | symbol i32 | …
 * </pre>
 */
public final class RequestDescriptor {
    static final int REQUEST_OFFSET = HEADER_LENGTH;
    static final int UID_OFFSET = HEADER_LENGTH + 8;
    static final int SYMBOL_OFFSET = HEADER_LENGTH + 16;
    static final int AFTER_SYMBOL_OFFSET = HEADER_LENGTH + 20;

    private RequestDescriptor() {}

    static void encode(final byte[] bytes, final int offset, final long request, final long uid, final int symbol) {
        Bytes.putI64(bytes, offset + REQUEST_OFFSET, request);
        Bytes.putI64(bytes, offset + UID_OFFSET, uid);
        Bytes.putI32(bytes, offset + SYMBOL_OFFSET, symbol);
    }

    /** The request's number, from 1 without gaps. */
    public static long request(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + REQUEST_OFFSET);
    }

    /** The user for whom the session acts. */
    public static long uid(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + UID_OFFSET);
    }

    /** The symbol. */
    public static int symbol(final byte[] bytes, final int offset) {
        return Bytes.getI32(bytes, offset + SYMBOL_OFFSET);
    }
}
