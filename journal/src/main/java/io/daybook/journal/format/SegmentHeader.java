package io.daybook.journal.format;

import io.daybook.journal.JournalException;
import io.daybook.journal.JournalFingerprint;
import net.openhft.chronicle.bytes.Bytes;

/**
 * The first 4,096 bytes of a segment, little-endian; zero where nothing is drawn. Format version 2 differs from 1 in
 * how segments follow each other (the successor gets its name before the SEAL is written, so a file is missing if a
 * sealed segment has no successor), and in the seed of the checksums of frame headers.
 *
 * <pre>
 *   0            8               12              16                       32              40
 *   | magic (8)  | formatVersion | writerVersion | exchangeId (16)        | number (8)    | firstSeq (8) |
 *   48               56                 64                80
 *   | chainBefore (8)| lastSeqBefore (8)| segmentSize (8), createdNs (8)  | semanticsVersion | codecVersion |
 *   88               92        128                1152                   4092
 *   | settingsLength | zero    | settings (1024)  | frameSeed (16), zero | crc32c of 0..4091 |
 * </pre>
 *
 * @param formatVersion 1 or 2; only the newest is written
 * @param exchangeIdHigh with the low half, the id of the exchange, as in IDENTITY
 * @param number the number of the segment, from 1
 * @param firstSeq seq of the first command that it may hold; also its name
 * @param chainBefore chain value after the last frame of the previous segment; for segment 1 a hash of the exchange id
 * @param lastSeqBefore last seq of the previous segment: {@code firstSeq − 1}
 * @param segmentSize length of the file
 * @param createdNs wall clock, ns since the epoch; for people
 * @param frameSeed random bytes; none in version 1, which has zeros there
 */
public record SegmentHeader(
        int formatVersion,
        int writerVersion,
        long exchangeIdHigh,
        long exchangeIdLow,
        long number,
        long firstSeq,
        long chainBefore,
        long lastSeqBefore,
        long segmentSize,
        long createdNs,
        JournalFingerprint fingerprint,
        FrameSeed frameSeed) {

    public static final int LENGTH = HeaderBytes.LENGTH;

    /** The newest version, and the one that is written. */
    public static final int FORMAT_VERSION = 2;

    private static final int OLDEST_FORMAT_VERSION = 1;
    private static final int NAMED_BEFORE_SEAL = 2;
    private static final int SEEDED = 2;

    /** Raised when a writer changes what it writes within the format: its first frame then starts a new segment. */
    public static final int WRITER_VERSION = 1;

    private static final long MAGIC = 0x4745_534B_4F4F_4244L; // "DBOOKSEG"

    private static final int MAGIC_OFFSET = 0;
    private static final int FORMAT_VERSION_OFFSET = 8;
    private static final int WRITER_VERSION_OFFSET = 12;
    private static final int EXCHANGE_ID_OFFSET = 16;
    private static final int NUMBER_OFFSET = 32;
    private static final int FIRST_SEQ_OFFSET = 40;
    private static final int CHAIN_BEFORE_OFFSET = 48;
    private static final int LAST_SEQ_BEFORE_OFFSET = 56;
    private static final int SEGMENT_SIZE_OFFSET = 64;
    private static final int CREATED_OFFSET = 72;
    private static final int SEMANTICS_VERSION_OFFSET = 80;
    private static final int CODEC_VERSION_OFFSET = 84;
    private static final int SETTINGS_LENGTH_OFFSET = 88;
    private static final int SETTINGS_OFFSET = 128;
    private static final int FRAME_SEED_OFFSET = 1152;

    /** Returns whether the writer of this segment named the successor before it wrote the SEAL. */
    public boolean namedBeforeSeal() {
        return formatVersion >= NAMED_BEFORE_SEAL;
    }

    /** Returns whether the header checksums are seeded, so that bytes of a payload pass for a header only by chance. */
    boolean isSeeded() {
        return formatVersion >= SEEDED;
    }

    /** The bytes that start the checksums of the frame headers in this segment. */
    public byte[] headerSeed() {
        return frameSeed.before(number);
    }

    public byte[] encode() {
        final byte[] block = new byte[LENGTH];
        final Bytes<byte[]> bytes = Bytes.wrapForWrite(block);
        bytes.writeLong(MAGIC_OFFSET, MAGIC);
        bytes.writeInt(FORMAT_VERSION_OFFSET, formatVersion);
        bytes.writeInt(WRITER_VERSION_OFFSET, writerVersion);
        bytes.writeLong(EXCHANGE_ID_OFFSET, exchangeIdHigh);
        bytes.writeLong(EXCHANGE_ID_OFFSET + 8, exchangeIdLow);
        bytes.writeLong(NUMBER_OFFSET, number);
        bytes.writeLong(FIRST_SEQ_OFFSET, firstSeq);
        bytes.writeLong(CHAIN_BEFORE_OFFSET, chainBefore);
        bytes.writeLong(LAST_SEQ_BEFORE_OFFSET, lastSeqBefore);
        bytes.writeLong(SEGMENT_SIZE_OFFSET, segmentSize);
        bytes.writeLong(CREATED_OFFSET, createdNs);
        bytes.writeInt(SEMANTICS_VERSION_OFFSET, fingerprint.semanticsVersion());
        bytes.writeInt(CODEC_VERSION_OFFSET, fingerprint.codecVersion());
        HeaderBytes.writeText(bytes, SETTINGS_LENGTH_OFFSET, SETTINGS_OFFSET, fingerprint.settings());
        frameSeed.write(block, FRAME_SEED_OFFSET);
        HeaderBytes.seal(block);
        return block;
    }

    /**
     * Reads a header.
     *
     * @param file the file that the refusal names
     * @throws JournalException CORRUPT if the block is no header, VERSION if it is one of a later format
     */
    public static SegmentHeader decode(final byte[] block, final Object file) {
        final int crc = HeaderBytes.crc(block);
        if (crc != HeaderBytes.storedCrc(block)) {
            throw JournalException.of(JournalException.Reason.CORRUPT, "the header of a segment fails its checksum")
                    .file(file)
                    .offset(0)
                    .expected("crc32c " + HeaderBytes.hex(HeaderBytes.storedCrc(block)))
                    .found(HeaderBytes.hex(crc))
                    .build();
        }
        final Bytes<byte[]> bytes = Bytes.wrapForRead(block);
        if (bytes.readLong(MAGIC_OFFSET) != MAGIC) {
            throw JournalException.of(JournalException.Reason.CORRUPT, "this is not a segment of a journal")
                    .file(file)
                    .offset(0)
                    .expected("magic " + Long.toHexString(MAGIC))
                    .found(Long.toHexString(bytes.readLong(MAGIC_OFFSET)))
                    .build();
        }
        final int formatVersion = bytes.readInt(FORMAT_VERSION_OFFSET);
        if (formatVersion < OLDEST_FORMAT_VERSION || formatVersion > FORMAT_VERSION) {
            throw JournalException.of(JournalException.Reason.VERSION, "the segment has another format")
                    .file(file)
                    .offset(FORMAT_VERSION_OFFSET)
                    .expected("format version " + OLDEST_FORMAT_VERSION + " to " + FORMAT_VERSION)
                    .found(formatVersion)
                    .wayOut("open the folder with the version of Daybook that wrote it")
                    .build();
        }
        try {
            return checked(bytes, formatVersion < SEEDED ? FrameSeed.NONE : FrameSeed.read(block, FRAME_SEED_OFFSET));
        } catch (IllegalArgumentException e) {
            throw JournalException.of(
                            JournalException.Reason.CORRUPT,
                            "the header of a segment contradicts itself: " + e.getMessage())
                    .file(file)
                    .offset(0)
                    .causedBy(e);
        }
    }

    private static SegmentHeader checked(final Bytes<byte[]> bytes, final FrameSeed frameSeed) {
        final SegmentHeader header = new SegmentHeader(
                bytes.readInt(FORMAT_VERSION_OFFSET),
                bytes.readInt(WRITER_VERSION_OFFSET),
                bytes.readLong(EXCHANGE_ID_OFFSET),
                bytes.readLong(EXCHANGE_ID_OFFSET + 8),
                bytes.readLong(NUMBER_OFFSET),
                bytes.readLong(FIRST_SEQ_OFFSET),
                bytes.readLong(CHAIN_BEFORE_OFFSET),
                bytes.readLong(LAST_SEQ_BEFORE_OFFSET),
                bytes.readLong(SEGMENT_SIZE_OFFSET),
                bytes.readLong(CREATED_OFFSET),
                new JournalFingerprint(
                        bytes.readInt(SEMANTICS_VERSION_OFFSET),
                        bytes.readInt(CODEC_VERSION_OFFSET),
                        HeaderBytes.readText(
                                bytes, SETTINGS_LENGTH_OFFSET, SETTINGS_OFFSET, JournalFingerprint.MAX_SETTINGS_BYTES)),
                frameSeed);
        if (header.number < 1
                || header.firstSeq < 1
                || header.lastSeqBefore != header.firstSeq - 1
                || header.segmentSize < 2L * LENGTH
                || header.segmentSize % LENGTH != 0) {
            throw new IllegalArgumentException(header.toString());
        }
        return header;
    }
}
