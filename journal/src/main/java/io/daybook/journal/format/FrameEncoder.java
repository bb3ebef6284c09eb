package io.daybook.journal.format;

import static io.daybook.journal.format.FrameDescriptor.CHAIN_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.CODEC_LZ4;
import static io.daybook.journal.format.FrameDescriptor.CODEC_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.CODEC_RAW;
import static io.daybook.journal.format.FrameDescriptor.COUNT_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.DURABLE_SEQ_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.FIRST_SEQ_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.FIRST_TIMESTAMP_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.FRAME_LENGTH_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.HEADER_CRC_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.HEADER_LENGTH;
import static io.daybook.journal.format.FrameDescriptor.MAGIC;
import static io.daybook.journal.format.FrameDescriptor.MAGIC_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.PADDING;
import static io.daybook.journal.format.FrameDescriptor.PAYLOAD_CRC_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.SNAPMARK_HASH_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.SNAPMARK_PAYLOAD_LENGTH;
import static io.daybook.journal.format.FrameDescriptor.SNAPMARK_SEQ_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.STORED_LENGTH_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.TYPE_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.UNCOMPRESSED_LENGTH_OFFSET;
import static io.daybook.journal.format.FrameDescriptor.alignedLength;
import static io.daybook.journal.format.FrameDescriptor.computeHeaderCrc;
import static io.daybook.journal.format.FrameDescriptor.computePayloadCrc;
import static io.daybook.journal.format.FrameDescriptor.countZeroSectors;
import static io.daybook.journal.format.FrameDescriptor.putInt;
import static io.daybook.journal.format.FrameDescriptor.putLong;
import static io.daybook.journal.format.FrameDescriptor.zeroSectors;

import io.daybook.journal.Compression;
import io.daybook.journal.FrameType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import net.jpountz.lz4.LZ4Factory;
import org.jspecify.annotations.Nullable;

/**
 * Builds one frame at a time in a buffer of its own, in two steps: first the payload, whose length decides which
 * segment takes the frame; then the fields that depend on its place. Allocates nothing after construction. Used by one
 * thread.
 */
public final class FrameEncoder {
    /** Shorter blocks are stored raw: LZ4 saves little, and the frame is padded anyway. */
    static final int RAW_BELOW_BYTES = 1024;

    private final @Nullable BlockCompressor compressor;
    private final CRC32C crc = new CRC32C();
    private final byte[] buffer;
    private final ByteBuffer view;
    private int frameLength;
    private int payloadCrc;
    private int headerCrc;

    public FrameEncoder(final Compression compression, final int maxBlockBytes) {
        this(compression == Compression.LZ4 ? new BlockCompressor(LZ4Factory.fastestInstance()) : null, maxBlockBytes);
    }

    /**
     * Creates an encoder with LZ4 in pure Java, so that a block has the same bytes on every machine; it is several
     * times slower.
     */
    public static FrameEncoder portable(final int maxBlockBytes) {
        return new FrameEncoder(new BlockCompressor(LZ4Factory.safeInstance()), maxBlockBytes);
    }

    private FrameEncoder(final @Nullable BlockCompressor compressor, final int maxBlockBytes) {
        this.compressor = compressor;
        // Compressing incompressible data needs more room than the data itself.
        this.buffer = new byte
                [alignedLength(LZ4Factory.fastestInstance().fastCompressor().maxCompressedLength(maxBlockBytes))];
        this.view = ByteBuffer.wrap(buffer);
    }

    /** Stages a block of commands as the payload; returns the length of its frame. */
    public int stageData(final byte[] block, final int offset, final int length) {
        int codec = CODEC_RAW;
        int stored = length;
        if (compressor != null && length >= RAW_BELOW_BYTES) {
            final int compressed = compressor.compress(block, offset, length, buffer, HEADER_LENGTH);
            if (compressed <= length - length / 10) {
                codec = CODEC_LZ4;
                stored = compressed;
            }
        }
        if (codec == CODEC_RAW) {
            System.arraycopy(block, offset, buffer, HEADER_LENGTH, length);
        }
        stage(FrameType.DATA, codec, stored, length, alignedLength(stored));
        return frameLength;
    }

    /** Stages a frame without a payload: SYNCMARK, PAD or SEAL, of exactly this length. */
    public void stageMark(final FrameType type, final int length) {
        stage(type, CODEC_RAW, 0, 0, length);
    }

    public int stageSnapMark(final long seq, final long stateHash) {
        putLong(buffer, SNAPMARK_SEQ_OFFSET, seq);
        putLong(buffer, SNAPMARK_HASH_OFFSET, stateHash);
        stage(
                FrameType.SNAPMARK,
                CODEC_RAW,
                SNAPMARK_PAYLOAD_LENGTH,
                SNAPMARK_PAYLOAD_LENGTH,
                alignedLength(SNAPMARK_PAYLOAD_LENGTH));
        return frameLength;
    }

    private void stage(
            final FrameType type,
            final int codec,
            final int storedLength,
            final int uncompressedLength,
            final int length) {
        Arrays.fill(buffer, HEADER_LENGTH + storedLength, length, PADDING);
        frameLength = length;
        payloadCrc = computePayloadCrc(crc, buffer, 0, length);
        putInt(buffer, MAGIC_OFFSET, MAGIC);
        putInt(buffer, FRAME_LENGTH_OFFSET, length);
        buffer[TYPE_OFFSET] = type.code();
        buffer[CODEC_OFFSET] = (byte) codec;
        putInt(buffer, STORED_LENGTH_OFFSET, storedLength);
        putInt(buffer, UNCOMPRESSED_LENGTH_OFFSET, uncompressedLength);
        putInt(buffer, PAYLOAD_CRC_OFFSET, payloadCrc);
    }

    /**
     * Completes the staged frame for its place; {@link #frame()} returns it.
     *
     * @param seed the seed of the segment's header checksums
     * @param position the position of the frame in the segment
     * @param chain the chain value after the previous frame
     */
    public void place(
            final byte[] seed,
            final long position,
            final long chain,
            final long firstSeq,
            final int count,
            final long firstTimestampNs,
            final long durableSeq) {
        // The first sector holds the magic, so the header fields that are still missing cannot change the count.
        zeroSectors(buffer, 0, countZeroSectors(buffer, 0, frameLength, position));
        putLong(buffer, FIRST_SEQ_OFFSET, firstSeq);
        putInt(buffer, COUNT_OFFSET, count);
        putLong(buffer, CHAIN_OFFSET, chain);
        putLong(buffer, DURABLE_SEQ_OFFSET, durableSeq);
        putLong(buffer, FIRST_TIMESTAMP_OFFSET, firstTimestampNs);
        headerCrc = computeHeaderCrc(crc, seed, buffer, 0);
        putInt(buffer, HEADER_CRC_OFFSET, headerCrc);
    }

    /** The frame, ready to be written; valid until the next one is staged. */
    public ByteBuffer frame() {
        return view.clear().limit(frameLength);
    }

    /** The chain value after the placed frame. */
    public long chainAfter(final long chain) {
        return Chain.next(chain, headerCrc, payloadCrc);
    }
}
