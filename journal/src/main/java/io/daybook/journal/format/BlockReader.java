package io.daybook.journal.format;

import io.daybook.journal.FrameType;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.ReplayConsumer;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * Decompresses the blocks of checked frames; always with the safe decompressor, into a buffer of the length in the
 * header.
 */
public final class BlockReader {
    private final LZ4SafeDecompressor decompressor =
            LZ4Factory.fastestInstance().safeDecompressor();
    private byte[] block = new byte[64 << 10];

    /**
     * Passes the block of the cursor's frame, or its snapshot mark, to the consumer; skips other frames.
     *
     * @param versions the versions of the segment
     */
    public void deliver(
            final FrameCursor cursor,
            final Object file,
            final JournalFingerprint versions,
            final ReplayConsumer consumer) {
        final byte[] window = cursor.window();
        final int frame = cursor.frame();
        final int type = FrameDescriptor.type(window, frame);
        if (type == FrameType.DATA.code()) {
            deliverData(cursor, file, versions, consumer);
        } else if (type == FrameType.SNAPMARK.code()) {
            consumer.onSnapshotMark(
                    FrameDescriptor.getLong(window, frame + FrameDescriptor.SNAPMARK_SEQ_OFFSET),
                    FrameDescriptor.getLong(window, frame + FrameDescriptor.SNAPMARK_HASH_OFFSET));
        }
    }

    private void deliverData(
            final FrameCursor cursor,
            final Object file,
            final JournalFingerprint versions,
            final ReplayConsumer consumer) {
        final byte[] window = cursor.window();
        final int frame = cursor.frame();
        final int length = FrameDescriptor.uncompressedLength(window, frame);
        byte[] source = window;
        int offset = frame + FrameDescriptor.HEADER_LENGTH;
        if (FrameDescriptor.codec(window, frame) == FrameDescriptor.CODEC_LZ4) {
            unpack(cursor, file, length);
            source = block;
            offset = 0;
        }
        consumer.onBlock(
                FrameDescriptor.firstSeq(window, frame),
                FrameDescriptor.count(window, frame),
                FrameDescriptor.firstTimestampNs(window, frame),
                versions.codecVersion(),
                versions.semanticsVersion(),
                source,
                offset,
                length);
    }

    private void unpack(final FrameCursor cursor, final Object file, final int length) {
        final byte[] window = cursor.window();
        final int frame = cursor.frame();
        if (block.length < length) {
            block = new byte[FrameDescriptor.MAX_UNCOMPRESSED_LENGTH];
        }
        int unpacked;
        try {
            unpacked = decompressor.decompress(
                    window,
                    frame + FrameDescriptor.HEADER_LENGTH,
                    FrameDescriptor.storedLength(window, frame),
                    block,
                    0,
                    length);
        } catch (LZ4Exception e) {
            unpacked = -1;
        }
        if (unpacked != length) {
            throw JournalException.of(
                            JournalException.Reason.CORRUPT, "a block doesn't decompress to its original length")
                    .file(file)
                    .offset(cursor.position())
                    .expected(length + " bytes")
                    .found(unpacked < 0 ? "no LZ4 block" : unpacked + " bytes")
                    .lastGoodSeq(FrameDescriptor.firstSeq(window, frame) - 1)
                    .wayOut("restore the segment from a backup")
                    .build();
        }
    }
}
