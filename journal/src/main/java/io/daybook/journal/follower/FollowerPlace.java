package io.daybook.journal.follower;

import io.daybook.journal.JournalException;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotStore;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The place from which a follower continues.
 *
 * @param name the follower's name
 * @param afterSeq the last seq that it has received
 * @param snapshot the snapshot of that seq, with the follower's part; null if there is none
 * @param isNew whether it is not registered yet
 */
public record FollowerPlace(
        String name, long afterSeq, @Nullable SnapshotReader snapshot, boolean isNew) {

    /** The place of a follower that begins at the end of the journal. */
    static final long AT_THE_END = Long.MAX_VALUE;

    /**
     * Finds where a follower continues: the only rule for starts, for tools, and for retention, which assumes that the
     * newest snapshots are damaged. A follower that keeps its state elsewhere continues from its mark; any other
     * follower from the newest good snapshot with its part, or else from its registration. A follower that is not
     * registered begins at the end of the journal.
     *
     * @throws JournalException CORRUPT, VERSION if a registration cannot be read
     */
    @SuppressWarnings("exports") // for the packages of this module
    public static FollowerPlace find(final FollowerFiles files, final FollowerMark mark, final SnapshotStore snapshots)
            throws IOException {
        return find(files, mark, snapshots, Long.MAX_VALUE);
    }

    /** Finds where a follower continues as if no snapshot existed after {@code lastSeq}. */
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
        // A part older than the registration belongs to an earlier follower of this name, which was forgotten.
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
