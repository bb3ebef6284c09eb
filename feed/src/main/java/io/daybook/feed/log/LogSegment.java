package io.daybook.feed.log;

import io.daybook.feed.MessageBlock;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One file of a channel's log. Written by the thread that folds; any thread reads it through a separate handle, one
 * reader at a time.
 */
final class LogSegment {
    /** The least distance in bytes between two entries of the index; the greatest is less than one frame more. */
    private static final int INDEX_STEP = 128 << 10;

    private final JournalStorage storage;
    private final Path path;
    private final long firstNumber;
    private final long beginTimeNs;

    /** The numbers of the first messages of some frames; grows as the segment is read or written. */
    private long[] numbers = new long[16];

    /** The positions of these frames. */
    private long[] positions = new long[16];

    private int indexed;

    private volatile long length;
    private volatile long nextNumber;
    private volatile boolean isUnforced;
    private @Nullable StorageFile reading;
    private @Nullable FrameReader frames;
    private volatile boolean isGone;

    LogSegment(final JournalStorage storage, final Path path, final long firstNumber, final long beginTimeNs) {
        this.storage = storage;
        this.path = path;
        this.firstNumber = firstNumber;
        this.beginTimeNs = beginTimeNs;
        nextNumber = firstNumber;
        length = LogFormat.SEGMENT_HEADER_LENGTH;
        numbers[0] = firstNumber;
        positions[0] = LogFormat.SEGMENT_HEADER_LENGTH;
        indexed = 1;
    }

    Path path() {
        return path;
    }

    long firstNumber() {
        return firstNumber;
    }

    /** The number after the last message of the segment. */
    long nextNumber() {
        return nextNumber;
    }

    /** The number of bytes that are written, with the header. */
    long length() {
        return length;
    }

    /** The time of the last group before the segment; 0 if that is not known. */
    long beginTimeNs() {
        return beginTimeNs;
    }

    /** Adds a frame that was written after the others, or was found in the file. */
    synchronized void grow(final int frameLength, final int count) {
        index(nextNumber, length);
        isUnforced = true; // a frame from an earlier process may not be durable either
        length += frameLength;
        nextNumber += count;
    }

    /** Ends the segment where the next one begins, or where it is cut: later bytes are not read. */
    synchronized void end(final long fileLength, final long number) {
        while (indexed > 1 && numbers[indexed - 1] >= number) {
            indexed--;
        }
        length = fileLength;
        nextNumber = number;
    }

    private void index(final long number, final long position) {
        if (position - positions[indexed - 1] < INDEX_STEP) {
            return;
        }
        if (indexed == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * indexed);
            positions = Arrays.copyOf(positions, 2 * indexed);
        }
        numbers[indexed] = number;
        positions[indexed] = position;
        indexed++;
    }

    /**
     * Appends messages to a block, from a number on that is in this segment.
     *
     * @return whether the block has room for more messages, which the next segment may have
     */
    synchronized boolean read(final long number, final MessageBlock block) throws IOException {
        if (isGone) {
            return false;
        }
        if (reading == null) {
            reading = storage.openReadOnly(path);
        }
        if (frames == null) {
            frames = new FrameReader();
        }
        int entry = indexed - 1;
        while (numbers[entry] > number) {
            entry--;
        }
        long at = numbers[entry];
        long position = positions[entry];
        while (at < nextNumber) {
            index(at, position);
            if (!frames.read(reading, position, length, at)) {
                throw new FeedLogException(
                        FeedLogException.Reason.CORRUPT,
                        "the feed log is damaged: " + path + " at byte " + position
                                + "; stop the exchange and delete the folder of the channel: it is made again from the"
                                + " newest snapshot on");
            }
            if (at + frames.count() > number && !copy(at, number, block)) {
                return false;
            }
            at += frames.count();
            position += frames.length();
        }
        return true;
    }

    /** Copies messages of the current frame. Returns false if the block is full. */
    private boolean copy(final long first, final long number, final MessageBlock block) {
        final FrameReader frame = Objects.requireNonNull(frames);
        final byte[] bytes = frame.bytes();
        int offset = LogFormat.FRAME_HEADER_LENGTH;
        for (long at = first; at < first + frame.count(); at++) {
            final int message = LogFormat.messageLength(bytes, offset);
            offset += LogFormat.PREFIX_LENGTH;
            if (at >= number && !block.append(bytes, offset, message)) {
                return false;
            }
            offset += message;
        }
        return true;
    }

    /** Makes written messages durable through a separate handle. Any thread. */
    void force() throws IOException {
        if (!isUnforced) {
            return;
        }
        isUnforced = false; // before the force, because a write during the force sets it again
        try (StorageFile own = storage.open(path)) {
            own.force(true);
        } catch (IOException e) {
            isUnforced = true;
            if (!isGone) { // otherwise the segment was dropped meanwhile
                throw e;
            }
        }
    }

    /** Closes the file, which may be deleted afterwards. */
    synchronized void close() throws IOException {
        isGone = true;
        if (reading != null) {
            reading.close();
            reading = null;
        }
    }
}
