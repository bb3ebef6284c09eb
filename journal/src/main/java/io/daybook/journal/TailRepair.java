package io.daybook.journal;

import io.daybook.journal.storage.JournalStorage;
import io.daybook.journal.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Takes bytes off the end of a segment: kept in a file of their own first, then zeroed and forced. */
final class TailRepair {
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
        final Path kept = JournalFolder.aside(storage, segment, "tail");
        try (StorageFile file = storage.open(segment)) {
            keep(storage, file, from, end, kept);
            storage.forceDirectory(directory(segment));
            zero(file, from, end);
            // Before anything new is written: a new frame beside an old one that came back would look like damage.
            file.force(true);
        }
        return new TornTail(segment.toString(), from, end - from, kept.toString(), lastGoodSeq);
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
