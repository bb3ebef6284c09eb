package io.daybook.journal.recovery;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.TailVerdict;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.FrameCursor;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.format.SealFrame;
import io.daybook.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next segment after a segment in its folder.
 *
 * @param path the path of the next segment; null if there is none
 * @param firstSeq its first seq, from its name
 * @param last whether it is the last segment
 */
public record Successor(@Nullable Path path, long firstSeq, boolean last) {
    public static final Successor NONE = new Successor(null, 0, false);

    /** The successor of one of the listed segments. */
    public static Successor of(final JournalFolder folder, final List<Long> segments, final int index) {
        if (index + 1 >= segments.size()) {
            return NONE;
        }
        final long firstSeq = segments.get(index + 1);
        return new Successor(folder.segment(firstSeq), firstSeq, index + 2 == segments.size());
    }

    boolean isNone() {
        return path == null;
    }

    /**
     * Returns whether a crash cut the rotation to this segment before the SEAL: it is the last one, empty, has the next
     * number, and is chained to a SEAL at this place.
     *
     * @param before the header of the segment that this one follows
     * @param at the place after the last frame of that segment
     */
    boolean awaitsSeal(final JournalStorage storage, final SegmentHeader before, final FrameCursor.Place at)
            throws IOException {
        if (path == null || !last || at.position() % FrameDescriptor.SECTOR_LENGTH != 0 || firstSeq != at.nextSeq()) {
            return false;
        }
        final SegmentScan scan;
        try {
            scan = SegmentScan.scan(storage, path, firstSeq, NONE, new ReadWindow(), SegmentScan.NO_VISITOR);
        } catch (JournalException | NoSuchFileException unreadable) {
            return false;
        }
        return scan.verdict() == TailVerdict.CLEAN_END
                && scan.hasNoFrame()
                && scan.header().namedBeforeSeal()
                && scan.header().number() == before.number() + 1
                && scan.header().chainBefore() == new SealFrame(before.headerSeed(), at).chainAfter();
    }
}
