package io.daybook.journal.access;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

final class NewSegment {
    private NewSegment() {}

    /**
     * Writes the header of a new segment, then gives the file its name: readers rely on a header in every named
     * segment. The name is durable when this returns.
     *
     * @param zeros the open file {@code .next}
     * @return the path of the segment
     */
    static Path name(
            final JournalStorage storage,
            final JournalFolder folder,
            final StorageFile zeros,
            final SegmentHeader header)
            throws IOException {
        final Path named = folder.segment(header.firstSeq());
        zeros.writeFully(ByteBuffer.wrap(header.encode()), 0);
        zeros.force(true);
        storage.rename(folder.next(), named);
        storage.forceDirectory(folder.journal());
        return named;
    }
}
