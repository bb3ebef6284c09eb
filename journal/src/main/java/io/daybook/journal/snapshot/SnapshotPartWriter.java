package io.daybook.journal.snapshot;

import static io.daybook.journal.format.FrameDescriptor.putInt;
import static io.daybook.journal.format.FrameDescriptor.putLong;
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
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.PartDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import org.jspecify.annotations.Nullable;

/**
 * Writes one part of a snapshot: a stream of bytes, cut into blocks of 1 MiB. Used by one thread; parts of one snapshot
 * may be written by several threads at once.
 */
public final class SnapshotPartWriter implements AutoCloseable {
    private static final int FIRST_PENDING_LENGTH = 4096;

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final String name;
    private final Path path;
    private final StorageFile file;
    private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
    private final CRC32C crc = new CRC32C();
    private final CRC32C fileCrc = new CRC32C();
    private final CRC32C contentCrc = new CRC32C();
    private byte[] pending = new byte[FIRST_PENDING_LENGTH];
    private byte[] block = new byte[0];
    private int pendingLength;
    private long position;
    private long contentLength;
    private long blockCount;
    private SnapshotManifest.@Nullable Part finished;

    SnapshotPartWriter(
            final JournalStorage storage,
            final JournalFolder folder,
            final String name,
            final Path path,
            final StorageFile file,
            final Identity identity,
            final long seq)
            throws IOException {
        this.storage = storage;
        this.folder = folder;
        this.name = name;
        this.path = path;
        this.file = file;
        final byte[] header = new byte[EDGE_LENGTH];
        putLong(header, 0, PartDescriptor.MAGIC);
        putInt(header, PartDescriptor.FORMAT_VERSION_OFFSET, PartDescriptor.FORMAT_VERSION);
        putLong(header, PartDescriptor.EXCHANGE_ID_OFFSET, identity.exchangeIdHigh());
        putLong(header, PartDescriptor.EXCHANGE_ID_OFFSET + 8, identity.exchangeIdLow());
        putLong(header, PartDescriptor.SEQ_OFFSET, seq);
        writeEdge(header);
    }

    /**
     * Appends bytes to the part's content.
     *
     * @throws JournalException NO_SPACE, IO; the snapshot cannot be completed
     */
    public void write(final byte[] source, final int offset, final int length) {
        try {
            int from = offset;
            int left = length;
            while (left > 0) {
                final int fits = Math.min(left, MAX_BLOCK_LENGTH - pendingLength);
                makeRoom(pendingLength + fits);
                System.arraycopy(source, from, pending, pendingLength, fits);
                pendingLength += fits;
                from += fits;
                left -= fits;
                if (pendingLength == MAX_BLOCK_LENGTH) {
                    flushBlock();
                }
            }
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /**
     * Ends the part and forces it.
     *
     * @param partHash the hash of the part's content, as the caller defines it; stored in the trailer
     */
    public void finish(final long partHash) {
        try (file) {
            if (pendingLength > 0) {
                flushBlock();
            }
            final byte[] trailer = new byte[EDGE_LENGTH];
            putLong(trailer, PartDescriptor.CONTENT_LENGTH_OFFSET, contentLength);
            putLong(trailer, PartDescriptor.BLOCK_COUNT_OFFSET, blockCount);
            putInt(trailer, PartDescriptor.CONTENT_CRC_OFFSET, (int) contentCrc.getValue());
            putLong(trailer, PartDescriptor.PART_HASH_OFFSET, partHash);
            writeEdge(trailer);
            file.force(true);
            finished = new SnapshotManifest.Part(name, position, contentLength, (int) fileCrc.getValue());
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Grows the buffer on demand, so that small parts stay small. */
    private void makeRoom(final int length) {
        if (pending.length < length) {
            pending = Arrays.copyOf(pending, Math.min(MAX_BLOCK_LENGTH, Math.max(length, 2 * pending.length)));
        }
    }

    private void flushBlock() throws IOException {
        final int longest = BLOCK_HEADER_LENGTH + compressor.maxCompressedLength(pendingLength);
        if (block.length < longest) {
            block = new byte[longest];
        }
        contentCrc.update(pending, 0, pendingLength);
        int codec = FrameDescriptor.CODEC_LZ4;
        int stored = compressor.compress(
                pending, 0, pendingLength, block, BLOCK_HEADER_LENGTH, block.length - BLOCK_HEADER_LENGTH);
        if (stored > pendingLength - pendingLength / 10) {
            codec = FrameDescriptor.CODEC_RAW;
            stored = pendingLength;
            System.arraycopy(pending, 0, block, BLOCK_HEADER_LENGTH, stored);
        }
        putInt(block, STORED_LENGTH_OFFSET, stored);
        putInt(block, UNCOMPRESSED_LENGTH_OFFSET, pendingLength);
        putInt(block, CODEC_OFFSET, codec);
        putInt(block, BLOCK_CRC_OFFSET, PartDescriptor.blockCrc(crc, block, 0, stored));
        put(block, BLOCK_HEADER_LENGTH + stored);
        contentLength += pendingLength;
        blockCount++;
        pendingLength = 0;
    }

    private void writeEdge(final byte[] edge) throws IOException {
        putInt(edge, EDGE_CRC_OFFSET, PartDescriptor.edgeCrc(crc, edge));
        put(edge, EDGE_LENGTH);
    }

    private void put(final byte[] bytes, final int length) throws IOException {
        fileCrc.update(bytes, 0, length);
        file.writeFully(ByteBuffer.wrap(bytes, 0, length), position);
        position += length;
    }

    private JournalException failure(final IOException e) {
        final boolean full = IoFailure.isNoSpace(storage, folder, block.length, e);
        return JournalException.of(
                        full ? JournalException.Reason.NO_SPACE : JournalException.Reason.IO,
                        "a part of a snapshot can't be written: " + e)
                .file(path)
                .offset(position)
                .wayOut((full ? "make room on the disk" : "check the disk")
                        + "; older snapshots stay, and the next snapshot tries again")
                .causedBy(e);
    }

    public String name() {
        return name;
    }

    /** The entry for the manifest; null until the part is finished. */
    SnapshotManifest.@Nullable Part finished() {
        return finished;
    }

    /** Closes the file. Without an earlier {@link #finish}, the snapshot cannot be committed. */
    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw failure(e);
        }
    }
}
