package io.daybook.journal.format;

import static io.daybook.journal.format.FrameDescriptor.MAX_FRAME_LENGTH;

/** The part of a segment that is in memory while it is read; cursors use it one after the other. */
public final class ReadWindow {
    private byte[] bytes = new byte[0];

    /** A buffer for the longest frame that a segment of this size can hold. */
    byte[] forSegment(final long segmentSize) {
        final int wanted = (int) Math.min(MAX_FRAME_LENGTH, segmentSize);
        if (bytes.length < wanted) {
            bytes = new byte[wanted];
        }
        return bytes;
    }
}
