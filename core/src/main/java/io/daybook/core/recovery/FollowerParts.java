package io.daybook.core.recovery;

import io.daybook.api.PartReader;
import io.daybook.host.Uninterrupted;
import io.daybook.journal.follower.FollowerPlace;
import io.daybook.journal.snapshot.SnapshotPartReader;
import io.daybook.journal.snapshot.SnapshotReader;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets followers read their parts in snapshots. Reading throws the exceptions of the journal. */
final class FollowerParts {

    private FollowerParts() {}

    /** Opens the part of a follower for one call; passes null if there is none. */
    static void read(final FollowerPlace place, final Consumer<@Nullable PartReader> reading) {
        final SnapshotReader snapshot = place.snapshot();
        if (snapshot == null) {
            reading.accept(null);
            return;
        }
        final long length = snapshot.contentBytes(place.part());
        try (SnapshotPartReader part = snapshot.open(place.part())) {
            reading.accept(new PartReader() {
                @Override
                public long length() {
                    return length;
                }

                @Override
                public int read(final byte[] target, final int offset, final int wanted) {
                    Objects.checkFromIndexSize(offset, wanted, target.length);
                    Uninterrupted.clear();
                    return part.read(target, offset, wanted);
                }
            });
        }
    }
}
