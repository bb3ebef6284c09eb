package io.daybook.api;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link PartEncoder} wrote, in the same order. Every method throws {@link IllegalStateException} if the
 * part ends too early. Used by one thread.
 */
public final class PartDecoder {
    static final int MAX_U8 = 255;

    private static final int PIECE = 1 << 16;

    private final String follower;
    private final PartReader part;
    private final ByteBuffer piece;

    /**
     * Reads a part from the place of its reader on.
     *
     * @param follower the owner of the part, for messages
     */
    public PartDecoder(final String follower, final PartReader part, final ByteOrder order) {
        this.follower = follower;
        this.part = part;
        this.piece = ByteBuffer.allocate(PIECE).order(order).limit(0);
    }

    /** One byte, 0 to 255. */
    public int getU8() {
        return next(Byte.BYTES).get() & MAX_U8;
    }

    /** Two bytes, 0 to 65,535. */
    public int getU16() {
        return next(Short.BYTES).getShort() & 0xFFFF;
    }

    /** Four bytes. */
    public int getI32() {
        return next(Integer.BYTES).getInt();
    }

    /** Eight bytes. */
    public long getI64() {
        return next(Long.BYTES).getLong();
    }

    /**
     * The next bytes.
     *
     * @param length 0 to 65,535
     */
    public byte[] getBytes(final int length) {
        final byte[] bytes = new byte[length];
        next(length).get(bytes);
        return bytes;
    }

    /** A text that {@link PartEncoder#putText} wrote. */
    public String getText() {
        return new String(getBytes(getU8()), StandardCharsets.ISO_8859_1);
    }

    private ByteBuffer next(final int bytes) {
        if (bytes > piece.remaining()) {
            piece.compact();
            piece.position(piece.position() + part.read(piece.array(), piece.position(), piece.remaining()));
            piece.flip();
            if (bytes > piece.remaining()) {
                throw new IllegalStateException(
                        "the part of the follower " + follower + " ends too early: length=" + part.length());
            }
        }
        return piece;
    }
}
