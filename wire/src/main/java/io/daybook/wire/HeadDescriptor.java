package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * The first fields of every numbered message: ANSWER, FILL and OFF.
 *
 * <pre>
 * 0         8         16         24
 * | out u64 | seq i64 | time i64 | …
 * </pre>
 *
 * <p>{@code out} counts the messages of the session from 1 without gaps; {@code seq} is the command's place in the
 * journal, {@code time} the command's time in nanoseconds since the epoch.
 */
public final class HeadDescriptor {
    private static final int OUT_OFFSET = HEADER_LENGTH;
    private static final int SEQ_OFFSET = HEADER_LENGTH + 8;
    private static final int TIME_OFFSET = HEADER_LENGTH + 16;

    private HeadDescriptor() {}

    static void encode(final byte[] bytes, final int offset, final long out, final long seq, final long timeNs) {
        Bytes.putI64(bytes, offset + OUT_OFFSET, out);
        Bytes.putI64(bytes, offset + SEQ_OFFSET, seq);
        Bytes.putI64(bytes, offset + TIME_OFFSET, timeNs);
    }

    public static long out(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + OUT_OFFSET);
    }

    public static long seq(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + SEQ_OFFSET);
    }

    public static long timeNs(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + TIME_OFFSET);
    }
}
