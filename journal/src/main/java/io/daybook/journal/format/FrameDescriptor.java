package io.daybook.journal.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The header of a frame, 64 bytes, little-endian, at a multiple of 64 in its file, so that it never spans two sectors.
 *
 * <pre>
 *   0           4              8                    12           13      14            16
 *   | magic     | headerCrc    | frameLength        | type       | codec | zeroSectors | firstSeq (8) |
 *   24          28             32                   36
 *   | count     | storedLength | uncompressedLength | payloadCrc |
 *   40          48               56
 *   | chain (8) | durableSeq (8) | firstTimestampNs (8) |
 * </pre>
 *
 * The payload follows, stored length bytes, then 0xFF up to the frame length. The whole frame is a multiple of 64
 * bytes. The class uses plain arrays with a VarHandle: filling and sealing a header takes 11 ns with them, 16 to 44
 * with Chronicle Bytes (JDK 25; 29 and 41 on JDK 17), and the compressor and CRC32C need arrays anyway.
 */
public final class FrameDescriptor {
    public static final int MAGIC = 0x4642_4B44; // "DKBF" in the order of the bytes

    public static final int MAGIC_OFFSET = 0;
    public static final int HEADER_CRC_OFFSET = 4;
    public static final int FRAME_LENGTH_OFFSET = 8;
    public static final int TYPE_OFFSET = 12;
    public static final int CODEC_OFFSET = 13;
    static final int ZERO_SECTORS_OFFSET = 14;
    static final int FIRST_SEQ_OFFSET = 16;
    public static final int COUNT_OFFSET = 24;
    public static final int STORED_LENGTH_OFFSET = 28;
    public static final int UNCOMPRESSED_LENGTH_OFFSET = 32;
    static final int PAYLOAD_CRC_OFFSET = 36;
    public static final int CHAIN_OFFSET = 40;
    static final int DURABLE_SEQ_OFFSET = 48;
    static final int FIRST_TIMESTAMP_OFFSET = 56;
    public static final int HEADER_LENGTH = 64;

    static final int ALIGNMENT = 64;
    public static final int SECTOR_LENGTH = 512;
    static final int MAX_FRAME_LENGTH = 2 << 20;
    public static final int MAX_UNCOMPRESSED_LENGTH = 1 << 20;
    static final byte PADDING = (byte) 0xFF;

    public static final int CODEC_RAW = 0;
    public static final int CODEC_LZ4 = 1;

    /** Payload of a SNAPMARK: seq of the snapshot (8), hash of the state (8). */
    static final int SNAPMARK_SEQ_OFFSET = HEADER_LENGTH;

    static final int SNAPMARK_HASH_OFFSET = HEADER_LENGTH + 8;
    static final int SNAPMARK_PAYLOAD_LENGTH = 16;

    private static final byte[] ZEROS = new byte[SECTOR_LENGTH];

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private FrameDescriptor() {}

    public static int getInt(final byte[] buffer, final int index) {
        return (int) INTS.get(buffer, index);
    }

    public static void putInt(final byte[] buffer, final int index, final int value) {
        INTS.set(buffer, index, value);
    }

    public static long getLong(final byte[] buffer, final int index) {
        return (long) LONGS.get(buffer, index);
    }

    public static void putLong(final byte[] buffer, final int index, final long value) {
        LONGS.set(buffer, index, value);
    }

    public static int magic(final byte[] buffer, final int frame) {
        return getInt(buffer, frame + MAGIC_OFFSET);
    }

    public static int headerCrc(final byte[] buffer, final int frame) {
        return getInt(buffer, frame + HEADER_CRC_OFFSET);
    }

    public static int frameLength(final byte[] buffer, final int frame) {
        return getInt(buffer, frame + FRAME_LENGTH_OFFSET);
    }

    public static int type(final byte[] buffer, final int frame) {
        return buffer[frame + TYPE_OFFSET];
    }

    public static int codec(final byte[] buffer, final int frame) {
        return buffer[frame + CODEC_OFFSET];
    }

    public static int zeroSectors(final byte[] buffer, final int frame) {
        return (short) SHORTS.get(buffer, frame + ZERO_SECTORS_OFFSET) & 0xFFFF;
    }

    public static void zeroSectors(final byte[] buffer, final int frame, final int count) {
        SHORTS.set(buffer, frame + ZERO_SECTORS_OFFSET, (short) count);
    }

    public static long firstSeq(final byte[] buffer, final int frame) {
        return getLong(buffer, frame + FIRST_SEQ_OFFSET);
    }

    public static int count(final byte[] buffer, final int frame) {
        return getInt(buffer, frame + COUNT_OFFSET);
    }

    public static int storedLength(final byte[] buffer, final int frame) {
        return getInt(buffer, frame + STORED_LENGTH_OFFSET);
    }

    public static int uncompressedLength(final byte[] buffer, final int frame) {
        return getInt(buffer, frame + UNCOMPRESSED_LENGTH_OFFSET);
    }

    public static int payloadCrc(final byte[] buffer, final int frame) {
        return getInt(buffer, frame + PAYLOAD_CRC_OFFSET);
    }

    public static long chain(final byte[] buffer, final int frame) {
        return getLong(buffer, frame + CHAIN_OFFSET);
    }

    public static long durableSeq(final byte[] buffer, final int frame) {
        return getLong(buffer, frame + DURABLE_SEQ_OFFSET);
    }

    public static long firstTimestampNs(final byte[] buffer, final int frame) {
        return getLong(buffer, frame + FIRST_TIMESTAMP_OFFSET);
    }

    /** The length of a frame, with header and padding, for a payload of this length. */
    public static int alignedLength(final int storedLength) {
        return (HEADER_LENGTH + storedLength + ALIGNMENT - 1) & -ALIGNMENT;
    }

    public static long sectorAligned(final long position) {
        return (position + SECTOR_LENGTH - 1) & -SECTOR_LENGTH;
    }

    /** CRC32C of the seed and bytes 8..63 of the header; the magic is compared as it is. */
    public static int computeHeaderCrc(final CRC32C crc, final byte[] seed, final byte[] buffer, final int frame) {
        crc.reset();
        crc.update(seed, 0, seed.length);
        crc.update(buffer, frame + FRAME_LENGTH_OFFSET, HEADER_LENGTH - FRAME_LENGTH_OFFSET);
        return (int) crc.getValue();
    }

    /** CRC32C of payload and padding. */
    static int computePayloadCrc(final CRC32C crc, final byte[] buffer, final int frame, final int frameLength) {
        crc.reset();
        crc.update(buffer, frame + HEADER_LENGTH, frameLength - HEADER_LENGTH);
        return (int) crc.getValue();
    }

    static boolean isHeaderValid(final CRC32C crc, final byte[] seed, final byte[] buffer, final int frame) {
        return magic(buffer, frame) == MAGIC && headerCrc(buffer, frame) == computeHeaderCrc(crc, seed, buffer, frame);
    }

    /**
     * Returns how many sectors of the file hold nothing but zeros of this frame. In a sector shared with a neighbour
     * only the frame's own bytes count: the disk may have kept the sector as it was before this frame.
     *
     * @param position the position of the frame in its file
     */
    static int countZeroSectors(final byte[] buffer, final int frame, final int frameLength, final long position) {
        int count = 0;
        int from = 0;
        int to = Math.min(frameLength, SECTOR_LENGTH - (int) (position & (SECTOR_LENGTH - 1)));
        while (from < frameLength) {
            if (isZero(buffer, frame + from, to - from)) {
                count++;
            }
            from = to;
            to = Math.min(frameLength, to + SECTOR_LENGTH);
        }
        return count;
    }

    /** Returns whether a range is all zero. */
    public static boolean isZero(final byte[] buffer, final int offset, final int length) {
        final int end = offset + length;
        for (int from = offset; from < end; from += ZEROS.length) {
            final int count = Math.min(ZEROS.length, end - from);
            if (!Arrays.equals(buffer, from, from + count, ZEROS, 0, count)) {
                return false;
            }
        }
        return true;
    }
}
