package io.daybook.journal.access;

import io.daybook.journal.FrameType;
import io.daybook.journal.format.FrameCursor;
import io.daybook.journal.format.FrameDescriptor;

/**
 * One frame, as a dump shows it.
 *
 * @param file the segment's name
 * @param position the frame's position in the file
 * @param lz4 whether the payload is compressed
 * @param firstSeq seq of the first command; if {@code count} is 0, the seq expected next
 * @param storedLength length of the payload on disk
 * @param uncompressedLength length of the payload before compression
 * @param durableSeq highest seq known to be forced when the frame was written
 */
public record FrameStat(
        String file,
        long position,
        int length,
        FrameType type,
        boolean lz4,
        long firstSeq,
        int count,
        int storedLength,
        int uncompressedLength,
        long durableSeq,
        long firstTimestampNs,
        int payloadCrc) {

    static FrameStat of(final String file, final FrameCursor cursor) {
        final byte[] buffer = cursor.window();
        final int frame = cursor.frame();
        return new FrameStat(
                file,
                cursor.position(),
                FrameDescriptor.frameLength(buffer, frame),
                FrameType.of(FrameDescriptor.type(buffer, frame)),
                FrameDescriptor.codec(buffer, frame) == FrameDescriptor.CODEC_LZ4,
                FrameDescriptor.firstSeq(buffer, frame),
                FrameDescriptor.count(buffer, frame),
                FrameDescriptor.storedLength(buffer, frame),
                FrameDescriptor.uncompressedLength(buffer, frame),
                FrameDescriptor.durableSeq(buffer, frame),
                FrameDescriptor.firstTimestampNs(buffer, frame),
                FrameDescriptor.payloadCrc(buffer, frame));
    }
}
