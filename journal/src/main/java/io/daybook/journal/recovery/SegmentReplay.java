package io.daybook.journal.recovery;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.ReplayConsumer;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.BlockReader;
import io.daybook.journal.format.FrameCursor;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Streams the blocks of segments to a consumer, each frame checked again as it is read. */
public final class SegmentReplay {
    private final JournalStorage storage;
    private final JournalFolder folder;
    private final ReadWindow window = new ReadWindow();
    private final BlockReader blocks = new BlockReader();

    public SegmentReplay(final JournalStorage storage, final JournalFolder folder) {
        this.storage = storage;
        this.folder = folder;
    }

    /**
     * Replays from the block that holds {@code fromSeq} to the block that holds {@code lastSeq}, with the marks between
     * them. If the last block ends with {@code lastSeq}, the marks after it are replayed too.
     *
     * @param lastSeq at most the seq at which a scan found the end of the journal; {@code fromSeq − 1} for nothing
     * @return the last seq delivered, or {@code fromSeq − 1}
     * @throws JournalException GAP if segments have disappeared since that scan; CORRUPT if they have changed
     */
    public long replay(final long fromSeq, final long lastSeq, final ReplayConsumer consumer) throws IOException {
        final List<Long> listed = folder.segments(storage);
        long delivered = fromSeq - 1;
        for (long firstSeq : folder.segments(storage, fromSeq, lastSeq)) {
            if (delivered < lastSeq && firstSeq > delivered + 1) {
                throw gap(folder, delivered + 1, "seq " + firstSeq);
            }
            if (firstSeq <= lastSeq) {
                delivered = Math.max(delivered, replaySegment(firstSeq, fromSeq, lastSeq, consumer));
            }
        }
        if (delivered < lastSeq && !folder.segments(storage).equals(listed)) {
            throw gap(folder, delivered + 1, "other segments than at the scan");
        }
        if (delivered < lastSeq) {
            throw JournalException.of(JournalException.Reason.CORRUPT, "the journal changed since it was scanned")
                    .file(folder.journal())
                    .expected("seq " + lastSeq)
                    .found("seq " + delivered)
                    .lastGoodSeq(delivered)
                    .wayOut("check the disk: it returns different bytes each time")
                    .build();
        }
        return delivered;
    }

    /** Returns the exception for a segment that was retired after the scan. */
    public static JournalException gap(final JournalFolder folder, final long expectedSeq, final String found) {
        return JournalException.of(JournalException.Reason.GAP, "a segment vanished after the journal was scanned")
                .file(folder.journal())
                .expected("a segment with seq " + expectedSeq)
                .found(found)
                .lastGoodSeq(expectedSeq - 1)
                .wayOut(JournalFolder.READ_AGAIN + "; else restore the missing segment from a backup")
                .build();
    }

    private long replaySegment(
            final long firstSeq, final long fromSeq, final long lastSeq, final ReplayConsumer consumer)
            throws IOException {
        final Path path = folder.segment(firstSeq);
        try (StorageFile file = storage.openReadOnly(path)) {
            final SegmentHeader header = SegmentScan.readHeader(file, path, firstSeq);
            final FrameCursor cursor = new FrameCursor(file, header, window);
            long delivered = firstSeq - 1;
            while (cursor.nextSeq() <= lastSeq + 1 && cursor.next() && beginsWithin(cursor, lastSeq)) {
                if (cursor.nextSeq() > fromSeq) {
                    blocks.deliver(cursor, path, header.fingerprint(), consumer);
                }
                delivered = cursor.nextSeq() - 1;
            }
            return delivered;
        } catch (NoSuchFileException e) {
            throw gap(folder, Math.max(firstSeq, fromSeq), "no " + path.getFileName());
        }
    }

    /** Returns whether the frame is a block that begins at or before the last seq, or a mark that belongs to it. */
    private static boolean beginsWithin(final FrameCursor cursor, final long lastSeq) {
        return cursor.nextSeq() - 1 <= lastSeq || FrameDescriptor.firstSeq(cursor.window(), cursor.frame()) <= lastSeq;
    }
}
