package io.daybook.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A message of text, or several that go together, as it goes over a WebSocket, made once for all who get it. Immutable,
 * any thread.
 *
 * <pre>
 * 0      1            1 + 1, 3 or 9
 * | 0x81 | length     | UTF-8 |      one frame, not masked (RFC 6455, 5.2)
 * </pre>
 */
public final class Frame {
    private static final int TEXT_AND_LAST = 0x81;
    private static final int MAX_SHORT = 125;
    private static final int MAX_MEDIUM = 65_535;
    private static final int MEDIUM_FOLLOWS = 126;
    private static final int LONG_FOLLOWS = 127;

    /** Above this the bytes lie outside the heap, where all connections send them from without a copy of their own. */
    private static final int SHARED_BYTES = 8_192;

    private final ByteBuffer bytes;

    private Frame(final ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** A frame of a text that is UTF-8. */
    public static Frame of(final byte[] text) {
        final int header = text.length <= MAX_SHORT ? 2 : text.length <= MAX_MEDIUM ? 4 : 10;
        final int length = header + text.length;
        final ByteBuffer bytes =
                length > SHARED_BYTES ? ByteBuffer.allocateDirect(length) : ByteBuffer.allocate(length);
        bytes.put((byte) TEXT_AND_LAST);
        if (text.length <= MAX_SHORT) {
            bytes.put((byte) text.length);
        } else if (text.length <= MAX_MEDIUM) {
            bytes.put((byte) MEDIUM_FOLLOWS).putShort((short) text.length);
        } else {
            bytes.put((byte) LONG_FOLLOWS).putLong(text.length);
        }
        return new Frame(bytes.put(text).flip());
    }

    /** A frame of what was written. */
    public static Frame of(final Json json) {
        return of(json.bytes());
    }

    /** A frame of a text. */
    public static Frame of(final String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Several messages that go together. */
    public static Frame of(final List<Frame> messages) {
        final ByteBuffer bytes = ByteBuffer.allocate(
                messages.stream().mapToInt(one -> one.bytes.remaining()).sum());
        messages.forEach(one -> bytes.put(one.bytes.duplicate()));
        return new Frame(bytes.flip());
    }

    /** The bytes, for one write. */
    ByteBuf view() {
        return Unpooled.wrappedBuffer(bytes.duplicate());
    }
}
