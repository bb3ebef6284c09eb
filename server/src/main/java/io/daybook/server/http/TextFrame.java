package io.daybook.server.http;

import io.daybook.wire.json.Json;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A message of text, or several that are sent together, as frames of a WebSocket; made once for all receivers.
 * Immutable, any thread.
 *
 * <pre>
 * 0      1            1 + 1, 3 or 9
 * | 0x81 | length     | UTF-8 |      one frame, not masked (RFC 6455, 5.2)
 * </pre>
 */
public final class TextFrame {
    private static final int TEXT_AND_LAST = 0x81;
    private static final int MAX_SHORT = 125;
    private static final int MAX_MEDIUM = 65_535;
    private static final int MEDIUM_FOLLOWS = 126;
    private static final int LONG_FOLLOWS = 127;

    /** Larger frames are in memory outside the heap, so that all connections send them without copies. */
    private static final int SHARED_BYTES = 8_192;

    private final ByteBuffer bytes;

    private TextFrame(final ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Makes a frame of JSON. */
    public static TextFrame of(final Json json) {
        final ByteBuffer bytes = begun(json.length());
        json.copyTo(bytes);
        return new TextFrame(bytes.flip());
    }

    /** Makes a frame of UTF-8. */
    public static TextFrame of(final byte[] text) {
        return new TextFrame(begun(text.length).put(text).flip());
    }

    /** Makes a frame of a text. */
    public static TextFrame of(final String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Makes one frame of several messages. */
    public static TextFrame of(final List<TextFrame> messages) {
        final ByteBuffer bytes = ByteBuffer.allocate(
                messages.stream().mapToInt(one -> one.bytes.remaining()).sum());
        messages.forEach(one -> bytes.put(one.bytes.duplicate()));
        return new TextFrame(bytes.flip());
    }

    /** A buffer with the header of a frame, and room for its message. */
    private static ByteBuffer begun(final int message) {
        final int header = message <= MAX_SHORT ? 2 : message <= MAX_MEDIUM ? 4 : 10;
        final int length = header + message;
        final ByteBuffer bytes =
                length > SHARED_BYTES ? ByteBuffer.allocateDirect(length) : ByteBuffer.allocate(length);
        bytes.put((byte) TEXT_AND_LAST);
        if (message <= MAX_SHORT) {
            bytes.put((byte) message);
        } else if (message <= MAX_MEDIUM) {
            bytes.put((byte) MEDIUM_FOLLOWS).putShort((short) message);
        } else {
            bytes.put((byte) LONG_FOLLOWS).putLong(message);
        }
        return bytes;
    }

    /** The bytes, for one write. */
    ByteBuf view() {
        return Unpooled.wrappedBuffer(bytes.duplicate());
    }
}
