package io.daybook.cluster.follower;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Passes frames from the thread of the service to the thread of a follower, in order, through a ring of bytes. A frame
 * longer than the ring goes through it in pieces. The pipe allocates only for a frame longer than all before.
 */
final class FollowerPipe {
    private static final int HEAD_LENGTH = 8;
    private static final int FIRST_FRAME = 1 << 12;

    /** Takes frames. */
    @FunctionalInterface
    interface Frames {
        /** Takes the next frame; its bytes are valid during the call only. */
        void onFrame(int kind, byte[] bytes, int length);
    }

    /** Called while the ring is full. */
    @FunctionalInterface
    interface Patience {
        /** Waits a little; returns whether to continue waiting. */
        boolean await();
    }

    private final byte[] ring;
    private final int mask;

    /** The number of bytes written so far; set by the producer. */
    private final AtomicLong written = new AtomicLong();

    /** The number of bytes read so far; set by the consumer. */
    private final AtomicLong read = new AtomicLong();

    private final byte[] outHead = new byte[HEAD_LENGTH];
    private final byte[] inHead = new byte[HEAD_LENGTH];
    private byte[] frame = new byte[FIRST_FRAME];

    /** The length of the current frame; −1 before its head is read. */
    private int length = -1;

    private int kind;
    private int done;

    /** Creates an empty pipe with a capacity in bytes, a power of two. */
    FollowerPipe(final int capacity) {
        if (Integer.bitCount(capacity) != 1 || capacity < HEAD_LENGTH) {
            throw new IllegalArgumentException("capacity must be a power of two: capacity=" + capacity);
        }
        ring = new byte[capacity];
        mask = capacity - 1;
    }

    /** Returns whether a frame fits without waiting. Called by the producer's thread. */
    boolean hasRoom(final int count) {
        return ring.length - (written.get() - read.get()) >= HEAD_LENGTH + count;
    }

    /**
     * Writes a frame. Called by the producer's thread.
     *
     * @return whether the frame was written completely; if not, {@code patience} ended the wait, and no frame may
     *     follow
     */
    boolean put(final int frameKind, final byte[] bytes, final int offset, final int count, final Patience patience) {
        putInt(outHead, 0, count);
        putInt(outHead, Integer.BYTES, frameKind);
        return write(outHead, 0, HEAD_LENGTH, patience) && write(bytes, offset, count, patience);
    }

    private boolean write(final byte[] bytes, final int offset, final int count, final Patience patience) {
        int at = 0;
        while (at < count) {
            final long position = written.get();
            final int room = (int) (ring.length - (position - read.get()));
            if (room == 0) {
                if (!patience.await()) {
                    return false;
                }
                continue;
            }
            final int piece = Math.min(Math.min(room, count - at), ring.length - (int) (position & mask));
            System.arraycopy(bytes, offset + at, ring, (int) (position & mask), piece);
            written.set(position + piece);
            at += piece;
        }
        return true;
    }

    /**
     * Reads complete frames, or the beginning of one. Called by the consumer's thread.
     *
     * @param limit the most frames
     * @return how many complete frames there were
     */
    int poll(final Frames frames, final int limit) {
        int count = 0;
        while (count < limit && isFrameRead()) {
            final int whole = length;
            length = -1;
            count++;
            frames.onFrame(kind, frame, whole);
        }
        return count;
    }

    private boolean isFrameRead() {
        if (length < 0) {
            if (written.get() - read.get() < HEAD_LENGTH) {
                return false;
            }
            take(inHead, 0, HEAD_LENGTH);
            length = getInt(inHead, 0);
            kind = getInt(inHead, Integer.BYTES);
            done = 0;
            if (length > frame.length) {
                frame = Arrays.copyOf(frame, Math.max(length, 2 * frame.length));
            }
        }
        final int available = (int) Math.min(length - done, written.get() - read.get());
        take(frame, done, available);
        done += available;
        return done == length;
    }

    private void take(final byte[] target, final int offset, final int count) {
        final long position = read.get();
        final int at = (int) (position & mask);
        final int front = Math.min(count, ring.length - at);
        System.arraycopy(ring, at, target, offset, front);
        System.arraycopy(ring, 0, target, offset + front, count - front);
        read.set(position + count);
    }

    /** About how many bytes are written and not read. Any thread may call this. */
    long unread() {
        return Math.max(0, written.get() - read.get());
    }

    /**
     * Returns how many bytes were read: if this does not grow while there are more, the consumer hangs. Any thread may
     * call this.
     */
    long read() {
        return read.get();
    }

    /** Returns whether everything written was read. Any thread may call this. */
    boolean isEmpty() {
        return written.get() == read.get();
    }

    static void putInt(final byte[] target, final int offset, final int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            target[offset + i] = (byte) (value >>> i * Byte.SIZE);
        }
    }

    static int getInt(final byte[] bytes, final int offset) {
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            value |= (bytes[offset + i] & 0xFF) << i * Byte.SIZE;
        }
        return value;
    }
}
