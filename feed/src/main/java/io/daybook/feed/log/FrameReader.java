package io.daybook.feed.log;

import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads frames of a segment, one at a time, and returns only valid ones. Used by one thread. */
final class FrameReader {
    private static final int MAX_LENGTH = LogFormat.FRAME_HEADER_LENGTH + LogFormat.MAX_MESSAGES_LENGTH;

    private final byte[] bytes = new byte[MAX_LENGTH];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);
    private int length;

    /**
     * Reads the frame at a position.
     *
     * @param end the end of the segment
     * @param number the first number that the frame must have
     * @return false if there is no valid frame
     */
    boolean read(final StorageFile file, final long position, final long end, final long number) throws IOException {
        length = 0;
        final long available = end - position;
        if (available < LogFormat.FRAME_HEADER_LENGTH) {
            return false;
        }
        buffer.clear().limit(LogFormat.FRAME_HEADER_LENGTH);
        if (file.readFully(buffer, position) != LogFormat.FRAME_HEADER_LENGTH) {
            return false;
        }
        final int messages = LogFormat.getInt(bytes, LogFormat.LENGTH_OFFSET);
        if (messages < 1
                || messages > LogFormat.MAX_MESSAGES_LENGTH
                || messages > available - LogFormat.FRAME_HEADER_LENGTH
                || LogFormat.getLong(bytes, LogFormat.FIRST_NUMBER_OFFSET) != number) {
            return false;
        }
        buffer.limit(LogFormat.FRAME_HEADER_LENGTH + messages);
        if (file.readFully(buffer, position + LogFormat.FRAME_HEADER_LENGTH) != messages) {
            return false;
        }
        final int whole = LogFormat.FRAME_HEADER_LENGTH + messages;
        if (LogFormat.getInt(bytes, 0) != LogFormat.crc(bytes, Integer.BYTES, whole - Integer.BYTES)) {
            return false;
        }
        length = whole;
        return true;
    }

    /** The length of the whole frame, 0 if none was read. */
    int length() {
        return length;
    }

    int count() {
        return LogFormat.getInt(bytes, LogFormat.COUNT_OFFSET);
    }

    /** The frame; its messages begin after the header. */
    byte[] bytes() {
        return bytes;
    }
}
