package io.daybook.api;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes numbers, texts and bytes of a follower's part one after the other, without gaps. {@link PartDecoder} reads
 * them. Used by one thread.
 */
public final class PartEncoder {
    private static final int PIECE = 1 << 16;

    private final PartWriter out;
    private final ByteBuffer piece;

    private PartEncoder(final PartWriter out, final ByteOrder order) {
        this.out = out;
        this.piece = ByteBuffer.allocate(PIECE).order(order);
    }

    /**
     * A part whose bytes are encoded now and kept in memory, for a state that continues to change.
     *
     * @param content writes the whole part before this method returns
     */
    public static FollowerPart copied(final ByteOrder order, final Consumer<PartEncoder> content) {
        final Pieces pieces = new Pieces();
        encode(pieces, order, content);
        return pieces;
    }

    /**
     * A part whose bytes are encoded piece by piece as they are written, for a state that does not change.
     *
     * @param content writes the whole part, on the thread that writes snapshots
     */
    public static FollowerPart streamed(final ByteOrder order, final Consumer<PartEncoder> content) {
        return out -> encode(out, order, content);
    }

    private static void encode(final PartWriter out, final ByteOrder order, final Consumer<PartEncoder> content) {
        final PartEncoder encoder = new PartEncoder(out, order);
        content.accept(encoder);
        encoder.flush();
    }

    /** Writes the low byte of a number. */
    public void putU8(final int value) {
        room(Byte.BYTES).put((byte) value);
    }

    /** Writes the low two bytes of a number. */
    public void putU16(final int value) {
        room(Short.BYTES).putShort((short) value);
    }

    /** Writes four bytes. */
    public void putI32(final int value) {
        room(Integer.BYTES).putInt(value);
    }

    /** Writes eight bytes. */
    public void putI64(final long value) {
        room(Long.BYTES).putLong(value);
    }

    /** Writes all bytes of an array, without its length. */
    public void putBytes(final byte[] bytes) {
        if (bytes.length > piece.remaining()) {
            flush();
        }
        if (bytes.length > PIECE) {
            out.write(bytes, 0, bytes.length);
        } else {
            piece.put(bytes);
        }
    }

    /**
     * Writes a short text: its length in one byte, then a byte for each character.
     *
     * @param text at most 255 characters of Latin-1; all others become question marks
     * @throws IllegalArgumentException if it is longer
     */
    public void putText(final String text) {
        final byte[] characters = text.getBytes(StandardCharsets.ISO_8859_1);
        if (characters.length > PartDecoder.MAX_U8) {
            throw new IllegalArgumentException(
                    "a text of a part must have at most 255 characters: characters=" + characters.length);
        }
        putU8(characters.length);
        putBytes(characters);
    }

    private ByteBuffer room(final int bytes) {
        if (bytes > piece.remaining()) {
            flush();
        }
        return piece;
    }

    private void flush() {
        out.write(piece.array(), 0, piece.position());
        piece.clear();
    }

    /** Bytes in memory, in pieces, so that growing copies nothing. */
    private static final class Pieces implements PartWriter, FollowerPart {
        private final List<byte[]> all = new ArrayList<>();

        @Override
        public void write(final byte[] bytes, final int offset, final int length) {
            final byte[] copy = new byte[length];
            System.arraycopy(bytes, offset, copy, 0, length);
            all.add(copy);
        }

        @Override
        public void writeTo(final PartWriter out) {
            for (final byte[] one : all) {
                out.write(one, 0, one.length);
            }
        }
    }
}
