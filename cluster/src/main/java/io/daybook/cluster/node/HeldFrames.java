package io.daybook.cluster.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Waiting frames, in order, each with its position in the log and a number. Frames that do not fit into memory go to a
 * file, because a starting node may carry out its whole log before another node confirms it. The file has no name once
 * it is open, and disappears as soon as nothing waits. Used by the service's thread.
 */
final class HeldFrames implements AutoCloseable {
    /** About how many bytes are held in memory. */
    static final int MEMORY_BYTES = 16 << 20;

    private static final int SEGMENT = 1 << 20;
    private static final int SPARE = 2;
    private static final int HEAD_LENGTH = 20;
    private static final int FIRST_FRAME = 1 << 12;
    private static final long NO_SLOT = -1;

    private final Path file;
    private final int mostSegments;
    private final Long2ObjectHashMap<byte[]> segments = new Long2ObjectHashMap<>();
    private final ArrayDeque<byte[]> spare = new ArrayDeque<>();
    private final byte[] head = new byte[HEAD_LENGTH];
    private final ByteBuffer fields = ByteBuffer.wrap(head);
    private final Long2LongHashMap slots = new Long2LongHashMap(NO_SLOT);
    private final LongArrayList freeSlots = new LongArrayList();
    private @Nullable FileChannel spill;
    private long slotCount;
    private long written;
    private long read;

    private byte[] frame = new byte[FIRST_FRAME];
    private long position;
    private long number;
    private int length = -1;

    /**
     * Creates a queue without frames.
     *
     * @param file the file for frames that do not fit into memory; its old content is dropped
     * @param memoryBytes about how many bytes fit into memory
     */
    HeldFrames(final Path file, final int memoryBytes) {
        this.file = file;
        this.mostSegments = Math.max(2, memoryBytes / SEGMENT);
    }

    /** Adds a frame after all others. */
    void add(final long atPosition, final long ofNumber, final byte[] bytes, final int offset, final int count) {
        fields.putLong(0, atPosition).putLong(Long.BYTES, ofNumber).putInt(2 * Long.BYTES, count);
        write(head, 0, HEAD_LENGTH);
        write(bytes, offset, count);
    }

    /** About how many bytes wait. */
    long bytes() {
        return written - read;
    }

    /** The length of the file. Later segments reuse the space of segments that were read back. */
    long fileBytes() {
        return slotCount * SEGMENT;
    }

    boolean isEmpty() {
        return length < 0 && read == written;
    }

    /** Moves to the first frame, which stays the first until {@link #remove}; returns whether there is one. */
    boolean first() {
        if (length >= 0) {
            return true;
        }
        if (read == written) {
            return false;
        }
        take(head, HEAD_LENGTH);
        position = fields.getLong(0);
        number = fields.getLong(Long.BYTES);
        length = fields.getInt(2 * Long.BYTES);
        if (length > frame.length) {
            frame = new byte[Math.max(length, (int) Math.min(2L * frame.length, Integer.MAX_VALUE - 64))];
        }
        take(frame, length);
        return true;
    }

    /** The position of the first frame; the accessors below read the first frame too. */
    long position() {
        return position;
    }

    long number() {
        return number;
    }

    byte[] frame() {
        return frame;
    }

    int length() {
        return length;
    }

    /** Removes the first frame. */
    void remove() {
        length = -1;
        if (read == written && written > 0) {
            reset();
        }
    }

    private void write(final byte[] bytes, final int offset, final int count) {
        int at = 0;
        while (at < count) {
            final int into = (int) (written % SEGMENT);
            final byte[] known = segments.get(written / SEGMENT);
            final byte[] segment = known == null ? begin(written / SEGMENT) : known;
            final int piece = Math.min(count - at, SEGMENT - into);
            System.arraycopy(bytes, offset + at, segment, into, piece);
            written += piece;
            at += piece;
        }
    }

    private byte[] begin(final long index) {
        final long last = index - 1;
        if (segments.size() >= mostSegments && last > read / SEGMENT) {
            store(last, segments.remove(last));
        }
        final byte[] segment = spare.isEmpty() ? new byte[SEGMENT] : spare.removeFirst();
        segments.put(index, segment);
        return segment;
    }

    private void take(final byte[] target, final int count) {
        int at = 0;
        while (at < count) {
            final long index = read / SEGMENT;
            byte[] segment = segments.get(index);
            if (segment == null) {
                segment = load(index);
                segments.put(index, segment);
            }
            final int from = (int) (read % SEGMENT);
            final int piece = Math.min(count - at, SEGMENT - from);
            System.arraycopy(segment, from, target, at, piece);
            read += piece;
            at += piece;
            if (read % SEGMENT == 0) {
                free(segments.remove(index));
            }
        }
    }

    private void free(final byte[] segment) {
        if (spare.size() < SPARE) {
            spare.add(segment);
        }
    }

    private void store(final long index, final byte[] segment) {
        final long slot = freeSlots.isEmpty() ? slotCount++ : freeSlots.popLong();
        slots.put(index, slot);
        try {
            if (spill == null) {
                spill = FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE);
            }
            final ByteBuffer bytes = ByteBuffer.wrap(segment);
            while (bytes.hasRemaining()) {
                spill.write(bytes, slot * SEGMENT + bytes.position());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        free(segment);
    }

    private byte[] load(final long index) {
        final byte[] segment = spare.isEmpty() ? new byte[SEGMENT] : spare.removeFirst();
        final ByteBuffer bytes = ByteBuffer.wrap(segment);
        final long slot = slots.remove(index);
        try {
            while (bytes.hasRemaining()) {
                if (spill == null || slot == NO_SLOT || spill.read(bytes, slot * SEGMENT + bytes.position()) < 0) {
                    throw new IllegalStateException(file + " must have segment " + index + ", and ends before it");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        freeSlots.pushLong(slot);
        return segment;
    }

    private void reset() {
        if (written > SEGMENT) {
            segments.clear(); // otherwise the first one is kept
        }
        written = 0;
        read = 0;
        slots.clear();
        freeSlots.clear();
        slotCount = 0;
        frame = frame.length > SEGMENT ? Arrays.copyOf(frame, FIRST_FRAME) : frame;
        close();
    }

    @Override
    public void close() {
        try {
            if (spill != null) {
                spill.close();
                spill = null;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
