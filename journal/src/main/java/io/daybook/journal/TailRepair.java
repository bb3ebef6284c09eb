package io.daybook.journal;

import io.daybook.journal.storage.JournalStorage;
import io.daybook.journal.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Puts the end of a segment in order: takes bytes off it (kept in a file of their own first, then zeroed and forced), and
 * writes again what a force that failed may have left in memory only.
 */
final class TailRepair {
    private static final String KEPT = "tail";
    private static final int CHUNK_BYTES = 256 << 10;

    private TailRepair() {}

    /**
     * Removes everything from a position on.
     *
     * @param from first byte to remove
     * @param end behind the last byte that may not be zero
     */
    static TornTail remove(JournalStorage storage, Path segment, long from, long end, long lastGoodSeq)
            throws IOException {
        final Path kept = JournalFolder.aside(storage, segment, KEPT);
        try (StorageFile file = storage.open(segment)) {
            keep(storage, file, from, end, kept);
            storage.forceDirectory(directory(segment));
            zero(file, from, end);
            // Before anything new is written: a new frame beside an old one that came back would look like damage.
            file.force(true);
        }
        return new TornTail(segment.toString(), from, end - from, kept.toString(), lastGoodSeq);
    }

    /**
     * Writes what no frame proves forced once more as it is read, and zeros behind it as far as any repair of this segment
     * can have put them. After a force that failed a system may show pages that are not on the disk and that no later force
     * writes, for it takes them for clean; written again they are not. Forces nothing.
     *
     * @param scan of the segment, as repaired
     */
    static void writeAgain(JournalStorage storage, StorageFile file, SegmentScan scan) throws IOException {
        final long end = scan.endPosition();
        final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        long at = scan.provenEnd();
        while (at < end) {
            final int length = (int) Math.min(CHUNK_BYTES, end - at);
            chunk.clear().limit(length);
            if (file.readFully(chunk, at) < length) {
                throw new IOException("shorter than it was a moment ago: " + scan.path());
            }
            file.writeFully(chunk.flip(), at);
            at += length;
        }
        zero(file, end, Math.min(scan.header().segmentSize(), end + longestKept(storage, scan.path())));
    }

    private static long longestKept(JournalStorage storage, Path segment) throws IOException {
        final Path directory = directory(segment);
        final String prefix = JournalFolder.asidePrefix(segment, KEPT);
        long longest = 0;
        for (String name : storage.list(directory)) {
            if (name.startsWith(prefix)) {
                try (StorageFile kept = storage.openReadOnly(directory.resolve(name))) {
                    longest = Math.max(longest, kept.length());
                }
            }
        }
        return longest;
    }

    private static void keep(JournalStorage storage, StorageFile file, long from, long end, Path kept)
            throws IOException {
        final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        try (StorageFile copy = storage.create(kept)) {
            long at = from;
            while (at < end) {
                chunk.clear().limit((int) Math.min(CHUNK_BYTES, end - at));
                if (file.readFully(chunk, at) == 0) {
                    break;
                }
                chunk.flip();
                final int length = chunk.remaining();
                copy.writeFully(chunk, at - from);
                at += length;
            }
            copy.force(true);
        }
    }

    private static void zero(StorageFile file, long from, long end) throws IOException {
        final byte[] zeros = new byte[CHUNK_BYTES];
        long at = from;
        while (at < end) {
            final int length = (int) Math.min(CHUNK_BYTES, end - at);
            file.writeFully(ByteBuffer.wrap(zeros, 0, length), at);
            at += length;
        }
    }

    private static Path directory(Path file) throws IOException {
        final Path parent = file.getParent();
        if (parent == null) {
            throw new IOException("a segment without a folder: " + file);
        }
        return parent;
    }
}
