package io.daybook.journal.follower;

import io.daybook.journal.JournalException;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotStore;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Where a follower goes on.
 *
 * @param name of the follower
 * @param afterSeq up to which it has heard
 * @param snapshot that has its part, of that seq; null where it has none
 * @param isNew whether the folder does not know it yet
 */
public record FollowerPlace(
        String name, long afterSeq, @Nullable SnapshotReader snapshot, boolean isNew) {

    /** Of a follower that begins at the end of the journal, wherever that is. */
    static final long AT_THE_END = Long.MAX_VALUE;

    /**
     * Where a follower goes on: the one rule for a start and for tools, and for retention as if the newest snapshots
     * were damaged. One that keeps its state elsewhere goes on from its mark; any other from the newest good snapshot
     * that has its part, and without one from its registration. A follower that the folder does not know begins at the
     * end of the journal.
     *
     * @throws JournalException CORRUPT, VERSION for a registration that cannot be read
     */
    @SuppressWarnings("exports") // for the packages of this module
    public static FollowerPlace find(final FollowerFiles files, final FollowerMark mark, final SnapshotStore snapshots)
            throws IOException {
        return find(files, mark, snapshots, Long.MAX_VALUE);
    }

    /** The same if there were no snapshot behind a seq. */
    static FollowerPlace find(
            final FollowerFiles files, final FollowerMark mark, final SnapshotStore snapshots, final long lastSeq)
            throws IOException {
        final FollowerFiles.Registration known = files.find(mark.name());
        if (mark.fromSeq() > 0) {
            return new FollowerPlace(mark.name(), mark.fromSeq() - 1, null, known == null);
        }
        if (known == null) {
            return new FollowerPlace(mark.name(), AT_THE_END, null, true);
        }
        // A part from before its registration is that of one who had the name and was forgotten.
        final SnapshotReader part = snapshots.newestGoodWith(partOf(mark.name()), known.afterSeq() + 1, lastSeq);
        return new FollowerPlace(mark.name(), part == null ? known.afterSeq() : part.seq(), part, false);
    }

    /** The name of its part in snapshots. */
    public String part() {
        return partOf(name);
    }

    /** The name of the part of a follower. */
    public static String partOf(final String name) {
        return FollowerFiles.PART_PREFIX + name;
    }
}
