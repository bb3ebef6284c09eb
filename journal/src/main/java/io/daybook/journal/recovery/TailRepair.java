package io.daybook.journal.recovery;

import io.daybook.host.Clock;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.TailVerdict;
import io.daybook.journal.TornTail;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.FrameCursor;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.format.SealFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Repairs the end of a segment: overwrites bytes with forced zeros, after saving them in a file of their own, and
 * rewrites what a failed force may have left in memory only.
 */
public final class TailRepair {
    private static final String KEPT = "tail";
    private static final int CHUNK_BYTES = 256 << 10;

    private TailRepair() {}

    /**
     * Removes everything from a position on.
     *
     * @param from the position of the first byte to remove
     * @param end the position after the last byte that may not be zero
     * @param clock for the name of the file that keeps the removed bytes
     */
    public static TornTail remove(
            final JournalStorage storage,
            final Path segment,
            final long from,
            final long end,
            final long lastGoodSeq,
            final Clock clock)
            throws IOException {
        final Path kept = JournalFolder.aside(storage, segment, KEPT, clock);
        try (StorageFile file = storage.open(segment)) {
            keep(storage, file, from, end, kept);
            storage.forceDirectory(directory(segment));
            zero(file, from, Math.max(end, endOfRemoved(storage, file, segment, from)));
            // Forced before anything new is written: a crash could bring an old frame back, which would look like
            // damage next to a new one.
            file.force(true);
        }
        return new TornTail(segment.toString(), from, end - from, kept.toString(), lastGoodSeq);
    }

    /**
     * Rewrites the frames that are not proven forced, and the zeros after them that repairs of this segment wrote.
     * After a failed force the system may show pages that are not on the disk and that no later force writes, because
     * it has marked them clean; rewriting makes them dirty again. Each frame is checked before it is written. Forces
     * nothing.
     *
     * @param scan the scan of the segment, as repaired
     * @throws IOException also if the frames differ from those of the scan
     */
    public static void writeAgain(final JournalStorage storage, final StorageFile file, final SegmentScan scan)
            throws IOException {
        final FrameCursor cursor = new FrameCursor(file, scan.header(), scan.proven(), new ReadWindow());
        while (cursor.next()) {
            final int length = FrameDescriptor.frameLength(cursor.window(), cursor.frame());
            file.writeFully(ByteBuffer.wrap(cursor.window(), cursor.frame(), length), cursor.position());
        }
        if (!cursor.end().equals(scan.end())) {
            throw new IOException("frames that could be read a moment ago cannot be read now: the good part ended at "
                    + scan.endPosition() + ", and ends at " + cursor.endPosition());
        }
        zero(file, scan.endPosition(), endOfRemoved(storage, file, scan.path(), scan.endPosition()));
    }

    /**
     * Secures the end of a segment whose successor holds no frame yet: writes the SEAL that a crash prevented, or
     * rewrites one that a failed force may have left in memory only. Forced when this returns.
     */
    public static void seal(final JournalStorage storage, final SegmentScan before) throws IOException {
        storage.forceDirectory(directory(before.path())); // a SEAL proves that the name of the successor is on the disk
        try (StorageFile file = storage.open(before.path())) {
            writeAgain(storage, file, before);
            file.force(true);
            if (before.verdict() == TailVerdict.UNSEALED) {
                final SealFrame seal = new SealFrame(before.header().headerSeed(), before.end());
                file.writeFully(seal.bytes(), before.endPosition());
                file.force(true);
            }
        }
    }

    /**
     * Returns how far the bytes that repairs removed can reach after a position: the sum of their lengths. Until
     * something is written there, each repair ends where the repair before it began, provided that no frame that the
     * earlier repair saw has vanished.
     */
    private static long endOfRemoved(
            final JournalStorage storage, final StorageFile file, final Path segment, final long from)
            throws IOException {
        final long size = file.length();
        final Path directory = directory(segment);
        final String prefix = JournalFolder.asidePrefix(segment, KEPT);
        long removed = 0;
        for (String name : storage.list(directory)) {
            if (name.startsWith(prefix)) {
                removed += length(storage, directory.resolve(name), size);
            }
        }
        return Math.min(size, from + removed);
    }

    /** The length of a file with removed bytes; if it cannot be read, the longest possible. */
    private static long length(final JournalStorage storage, final Path path, final long longest) {
        try (StorageFile kept = storage.openReadOnly(path)) {
            return Math.min(longest, kept.length());
        } catch (IOException e) {
            return longest;
        }
    }

    private static void keep(
            final JournalStorage storage, final StorageFile file, final long from, final long end, final Path kept)
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

    private static void zero(final StorageFile file, final long from, final long end) throws IOException {
        final byte[] zeros = new byte[(int) Math.max(0, Math.min(CHUNK_BYTES, end - from))];
        long at = from;
        while (at < end) {
            final int length = (int) Math.min(zeros.length, end - at);
            file.writeFully(ByteBuffer.wrap(zeros, 0, length), at);
            at += length;
        }
    }

    private static Path directory(final Path file) throws IOException {
        final Path parent = file.getParent();
        if (parent == null) {
            throw new IOException("a segment without a folder: " + file);
        }
        return parent;
    }
}
