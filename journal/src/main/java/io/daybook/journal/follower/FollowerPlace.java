package io.daybook.journal.follower;

import io.daybook.journal.snapshot.SnapshotReader;
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

    /** The name of its part in snapshots. */
    public String part() {
        return partOf(name);
    }

    /** The name of the part of a follower. */
    public static String partOf(String name) {
        return FollowerFiles.PART_PREFIX + name;
    }
}
