package io.daybook.journal.snapshot;

import static io.daybook.journal.format.FrameDescriptor.getInt;
import static io.daybook.journal.format.FrameDescriptor.getLong;
import static io.daybook.journal.format.PartDescriptor.BLOCK_CRC_OFFSET;
import static io.daybook.journal.format.PartDescriptor.BLOCK_HEADER_LENGTH;
import static io.daybook.journal.format.PartDescriptor.CODEC_OFFSET;
import static io.daybook.journal.format.PartDescriptor.EDGE_CRC_OFFSET;
import static io.daybook.journal.format.PartDescriptor.EDGE_LENGTH;
import static io.daybook.journal.format.PartDescriptor.MAX_BLOCK_LENGTH;
import static io.daybook.journal.format.PartDescriptor.STORED_LENGTH_OFFSET;
import static io.daybook.journal.format.PartDescriptor.UNCOMPRESSED_LENGTH_OFFSET;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.HeaderBytes;
import io.daybook.journal.format.PartDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** Reads one part of a snapshot, block by block, each checked before it is shown. Used by one thread. */
public final class SnapshotPartReader implements AutoCloseable {
    private final Path path;
    private final StorageFile file;
    private final SnapshotManifest manifest;
    private final SnapshotManifest.Part part;
    private final LZ4SafeDecompressor decompressor =
            LZ4Factory.fastestInstance().safeDecompressor();
    private final CRC32C crc = new CRC32C();
    private final CRC32C fileCrc = new CRC32C();
    private final CRC32C contentCrc = new CRC32C();
    private byte[] stored = new byte[EDGE_LENGTH];
    private byte[] block = new byte[0];
    private int blockLength;
    private int read;
    private long position;
    private long contentLength;
    private long blockCount;
    private long partHash;
    private boolean ended;

    SnapshotPartReader(
            final JournalStorage storage,
            final Path path,
            final SnapshotManifest manifest,
            final SnapshotManifest.Part part)
            throws IOException {
        this.path = path;
        this.manifest = manifest;
        this.part = part;
        this.file = storage.openReadOnly(path);
        boolean opened = false;
        try {
            readHeader();
            opened = true;
        } finally {
            if (!opened) {
                file.close();
            }
        }
    }

    private void readHeader() throws IOException {
        if (file.length() != part.fileLength()) {
            throw corrupt("a part has another length than its manifest records", part.fileLength(), file.length());
        }
        final byte[] header = new byte[EDGE_LENGTH];
        take(header, EDGE_LENGTH);
        requireCrc(getInt(header, EDGE_CRC_OFFSET), PartDescriptor.edgeCrc(crc, header));
        if (getLong(header, 0) != PartDescriptor.MAGIC
                || getInt(header, PartDescriptor.FORMAT_VERSION_OFFSET) != PartDescriptor.FORMAT_VERSION
                || getLong(header, PartDescriptor.EXCHANGE_ID_OFFSET) != manifest.exchangeIdHigh()
                || getLong(header, PartDescriptor.EXCHANGE_ID_OFFSET + 8) != manifest.exchangeIdLow()
                || getLong(header, PartDescriptor.SEQ_OFFSET) != manifest.seq()) {
            throw corrupt("a part doesn't belong to this snapshot", "seq " + manifest.seq(), "another header");
        }
    }

    /**
     * Moves to the next block. Returns false after the last block, once the length and checksums of the whole part were
     * checked.
     *
     * @throws JournalException CORRUPT, IO
     */
    public boolean nextBlock() {
        try {
            return !ended && readBlock();
        } catch (IOException e) {
            throw JournalException.of(JournalException.Reason.IO, "a part of a snapshot can't be read: " + e)
                    .file(path)
                    .offset(position)
                    .causedBy(e);
        }
    }

    private boolean readBlock() throws IOException {
        final long start = position;
        take(stored, BLOCK_HEADER_LENGTH);
        final int storedLength = getInt(stored, STORED_LENGTH_OFFSET);
        if (storedLength == 0) {
            readTrailer();
            return false;
        }
        final int length = getInt(stored, UNCOMPRESSED_LENGTH_OFFSET);
        final int codec = getInt(stored, CODEC_OFFSET);
        if (storedLength < 0
                || storedLength > MAX_BLOCK_LENGTH
                || length < 1
                || length > MAX_BLOCK_LENGTH
                || (codec == FrameDescriptor.CODEC_RAW ? length != storedLength : codec != FrameDescriptor.CODEC_LZ4)) {
            position = start;
            throw corrupt(
                    "a block of a snapshot part has an impossible header",
                    "possible lengths and codec",
                    storedLength + ", " + length);
        }
        makeRoom(storedLength, length);
        takeAt(stored, BLOCK_HEADER_LENGTH, storedLength);
        requireCrc(getInt(stored, BLOCK_CRC_OFFSET), PartDescriptor.blockCrc(crc, stored, 0, storedLength));
        unpack(codec, storedLength, length);
        contentCrc.update(block, 0, blockLength);
        contentLength += blockLength;
        blockCount++;
        read = 0;
        return true;
    }

    /** Makes room for a block; both lengths are already checked against the longest block. */
    private void makeRoom(final int storedLength, final int length) {
        if (stored.length < BLOCK_HEADER_LENGTH + storedLength) {
            stored = Arrays.copyOf(stored, BLOCK_HEADER_LENGTH + storedLength);
        }
        if (block.length < length) {
            block = new byte[length];
        }
    }

    private void unpack(final int codec, final int storedLength, final int length) {
        int unpacked;
        try {
            unpacked = codec == FrameDescriptor.CODEC_RAW
                    ? copy(storedLength)
                    : decompressor.decompress(stored, BLOCK_HEADER_LENGTH, storedLength, block, 0, length);
        } catch (LZ4Exception e) {
            unpacked = -1;
        }
        if (unpacked != length) {
            throw corrupt("a block of a part doesn't decompress", length, unpacked);
        }
        blockLength = length;
    }

    private int copy(final int length) {
        System.arraycopy(stored, BLOCK_HEADER_LENGTH, block, 0, length);
        return length;
    }

    private void readTrailer() throws IOException {
        takeAt(stored, BLOCK_HEADER_LENGTH, EDGE_LENGTH - BLOCK_HEADER_LENGTH);
        requireCrc(getInt(stored, EDGE_CRC_OFFSET), PartDescriptor.edgeCrc(crc, stored));
        if (getLong(stored, PartDescriptor.CONTENT_LENGTH_OFFSET) != contentLength
                || contentLength != part.contentLength()
                || getLong(stored, PartDescriptor.BLOCK_COUNT_OFFSET) != blockCount
                || position != part.fileLength()) {
            throw corrupt("a part has another length than its trailer records", part.contentLength(), contentLength);
        }
        requireCrc(getInt(stored, PartDescriptor.CONTENT_CRC_OFFSET), (int) contentCrc.getValue());
        requireCrc(part.crc(), (int) fileCrc.getValue());
        partHash = getLong(stored, PartDescriptor.PART_HASH_OFFSET);
        ended = true;
        blockLength = 0;
        read = 0;
    }

    /**
     * Reads content as a stream, across blocks.
     *
     * @return the number of bytes read: {@code length}, or fewer at the end of the part
     */
    public int read(final byte[] target, final int offset, final int length) {
        int total = 0;
        while (total < length && (read < blockLength || nextBlock())) {
            final int fits = Math.min(length - total, blockLength - read);
            System.arraycopy(block, read, target, offset + total, fits);
            read += fits;
            total += fits;
        }
        return total;
    }

    /** The hash given to {@link SnapshotPartWriter#finish}; available after {@link #nextBlock} returned false. */
    public long partHash() {
        if (!ended) {
            throw new IllegalStateException("the part must be read to its end first");
        }
        return partHash;
    }

    private void take(final byte[] target, final int length) throws IOException {
        takeAt(target, 0, length);
    }

    private void takeAt(final byte[] target, final int offset, final int length) throws IOException {
        if (file.readFully(ByteBuffer.wrap(target, offset, length), position) < length) {
            throw corrupt("a part ends before its trailer", length + " bytes more", "the end of the file");
        }
        fileCrc.update(target, offset, length);
        position += length;
    }

    private void requireCrc(final int expected, final int found) {
        if (expected != found) {
            throw corrupt("a part fails a checksum", "crc32c " + HeaderBytes.hex(expected), HeaderBytes.hex(found));
        }
    }

    private JournalException corrupt(final String what, final Object expected, final Object found) {
        return JournalException.of(JournalException.Reason.CORRUPT, what)
                .file(path)
                .offset(position)
                .expected(expected)
                .found(found)
                .wayOut(SnapshotManifest.WAY_OUT)
                .build();
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw JournalException.of(JournalException.Reason.IO, "a part can't be closed: " + e)
                    .file(path)
                    .causedBy(e);
        }
    }
}
