package io.daybook.journal.format;

import static io.daybook.journal.format.FrameDescriptor.MAX_FRAME_LENGTH;

/** The piece of a segment that is in memory while it is read; used by one cursor after the other. */
public final class ReadWindow {
    private byte[] bytes = new byte[0];

    /** Room for the longest frame that a segment of this size can hold. */
    byte[] forSegment(final long segmentSize) {
        final int wanted = (int) Math.min(MAX_FRAME_LENGTH, segmentSize);
        if (bytes.length < wanted) {
            bytes = new byte[wanted];
        }
        return bytes;
    }
}
