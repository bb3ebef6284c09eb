package io.daybook.feed.log;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the messages of a channel's segments from a number on, up to the end or to the first invalid one. Used by
 * one thread.
 */
final class LogCursor {
    private final JournalStorage storage;
    private final LogSegment[] segments;
    private final FrameReader frames = new FrameReader();
    private int segment = -1;
    private @Nullable StorageFile file;
    private long position;
    private long nextInFrame;
    private long endOfFrame;
    private int offset;
    private int length;
    private long number;

    /** Starts before the message with a number, or before the first one that exists. */
    LogCursor(final JournalStorage storage, final LogSegment[] segments, final long number) {
        this.storage = storage;
        this.segments = segments;
        this.number = Math.max(number, segments[0].firstNumber());
    }

    /** The number of the next message. */
    long number() {
        return number;
    }

    /** Moves to the next message. Returns false if there is none, or it is invalid. */
    boolean next() throws IOException {
        if (number >= segments[segments.length - 1].nextNumber() || (number >= endOfFrame && !readFrame())) {
            return false;
        }
        final byte[] bytes = frames.bytes();
        while (nextInFrame <= number) {
            offset += length;
            length = LogFormat.messageLength(bytes, offset);
            offset += LogFormat.PREFIX_LENGTH;
            nextInFrame++;
        }
        number++;
        return true;
    }

    /** Reads frames up to the one with the next message. */
    private boolean readFrame() throws IOException {
        while (number >= endOfFrame) {
            if (segment < 0 || endOfFrame == segments[segment].nextNumber()) {
                open();
            }
            final LogSegment current = segments[segment];
            final StorageFile opened = file;
            if (opened == null || !frames.read(opened, position, current.length(), endOfFrame)) {
                return false;
            }
            position += frames.length();
            nextInFrame = endOfFrame;
            endOfFrame += frames.count();
            offset = LogFormat.FRAME_HEADER_LENGTH;
            length = 0;
        }
        return true;
    }

    /** Opens the segment of the next message. */
    private void open() throws IOException {
        close();
        segment++;
        while (segments[segment].nextNumber() <= number) {
            segment++;
        }
        file = storage.openReadOnly(segments[segment].path());
        position = LogFormat.SEGMENT_HEADER_LENGTH;
        endOfFrame = segments[segment].firstNumber();
    }

    /** Returns whether the current message is equal to the given one. */
    boolean isSame(final byte[] bytes, final int from, final int messageLength) {
        return Arrays.equals(frames.bytes(), offset, offset + length, bytes, from, from + messageLength);
    }

    void close() throws IOException {
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
