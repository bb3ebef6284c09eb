package io.daybook.feed;

import io.daybook.api.FollowerPart;
import io.daybook.api.PartReader;
import io.daybook.api.PartWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Bytes of a part, little-endian, in pieces, so that growing copies nothing. */
final class PartBytes implements FollowerPart {
    private static final int PIECE = 1 << 20;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final List<byte[]> full = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private byte[] piece = new byte[PIECE];
    private int length;

    private void makeRoom(final int bytes) {
        if (length + bytes > PIECE) {
            full.add(piece);
            lengths.add(length);
            piece = new byte[PIECE];
            length = 0;
        }
    }

    void putByte(final int value) {
        makeRoom(1);
        piece[length++] = (byte) value;
    }

    void putInt(final int value) {
        makeRoom(Integer.BYTES);
        INT.set(piece, length, value);
        length += Integer.BYTES;
    }

    void putLong(final long value) {
        makeRoom(Long.BYTES);
        LONG.set(piece, length, value);
        length += Long.BYTES;
    }

    @Override
    public void writeTo(final PartWriter out) {
        for (int i = 0; i < full.size(); i++) {
            out.write(full.get(i), 0, lengths.get(i));
        }
        out.write(piece, 0, length);
    }

    /** Reads what was written so. */
    static final class Source {
        private final PartReader part;
        private final byte[] buffer = new byte[Long.BYTES];

        Source(final PartReader part) {
            this.part = part;
        }

        private byte[] next(final int bytes) {
            if (part.read(buffer, 0, bytes) != bytes) {
                throw new IllegalStateException("the feed's part of the snapshot ends early: length=" + part.length());
            }
            return buffer;
        }

        int nextByte() {
            return next(1)[0];
        }

        int nextInt() {
            return (int) INT.get(next(Integer.BYTES), 0);
        }

        long nextLong() {
            return (long) LONG.get(next(Long.BYTES), 0);
        }
    }
}
