package io.daybook.journal.format;

import java.util.zip.CRC32C;

/**
 * A part of a snapshot: a header, blocks, a trailer; little-endian; zero where nothing is drawn.
 *
 * <pre>
 *   header   0           8               12       16                32        40       60
 *            | magic (8) | formatVersion | zero   | exchangeId (16) | seq (8) | zero   | crc32c of 0..59 |
 *
 *   block    0              4                    8       12
 *            | storedLength | uncompressedLength | codec | crc32c of 0..11 and payload | payload |
 *
 *   trailer  0        8                  16             24          28     32             40     60
 *            | zero   | contentLength (8)| blockCount (8)| contentCrc | zero | partHash (8) | zero | crc32c of 0..59 |
 * </pre>
 *
 * A stored length of 0 marks the trailer; the content is the data before it was cut into blocks.
 */
public final class PartDescriptor {
    public static final long MAGIC = 0x5452_504B_4F4F_4244L; // "DBOOKPRT"
    public static final int FORMAT_VERSION = 1;
    public static final int EDGE_LENGTH = 64; // header and trailer
    public static final int EDGE_CRC_OFFSET = 60;

    public static final int FORMAT_VERSION_OFFSET = 8;
    public static final int EXCHANGE_ID_OFFSET = 16;
    public static final int SEQ_OFFSET = 32;

    public static final int STORED_LENGTH_OFFSET = 0;
    public static final int UNCOMPRESSED_LENGTH_OFFSET = 4;
    public static final int CODEC_OFFSET = 8;
    public static final int BLOCK_CRC_OFFSET = 12;
    public static final int BLOCK_HEADER_LENGTH = 16;
    public static final int MAX_BLOCK_LENGTH = 1 << 20;

    public static final int CONTENT_LENGTH_OFFSET = 8;
    public static final int BLOCK_COUNT_OFFSET = 16;
    public static final int CONTENT_CRC_OFFSET = 24;
    public static final int PART_HASH_OFFSET = 32;

    private PartDescriptor() {}

    public static int edgeCrc(final CRC32C crc, final byte[] edge) {
        crc.reset();
        crc.update(edge, 0, EDGE_CRC_OFFSET);
        return (int) crc.getValue();
    }

    /** Checksum of the header and payload of a block that begins at {@code offset}. */
    public static int blockCrc(final CRC32C crc, final byte[] buffer, final int offset, final int storedLength) {
        crc.reset();
        crc.update(buffer, offset, BLOCK_CRC_OFFSET);
        crc.update(buffer, offset + BLOCK_HEADER_LENGTH, storedLength);
        return (int) crc.getValue();
    }
}
