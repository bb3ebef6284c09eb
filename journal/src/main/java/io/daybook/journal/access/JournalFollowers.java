package io.daybook.journal.access;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.FollowerStat;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.folder.Ownership;
import io.daybook.journal.follower.FollowerFiles;
import io.daybook.journal.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The followers of a folder, for tools. */
public final class JournalFollowers {

    private JournalFollowers() {}

    /**
     * The followers registered in a folder, by name. Takes no lock and changes nothing.
     *
     * @throws JournalException GAP if there is no journal; CORRUPT, VERSION, IO
     */
    public static List<FollowerStat> list(final JournalStorage storage, final Path directory) {
        final JournalFolder folder = new JournalFolder(directory);
        final Identity identity = JournalReader.open(storage, directory).identity();
        try {
            final List<FollowerStat> stats = new ArrayList<>();
            final FollowerFiles files = new FollowerFiles(storage, folder, identity);
            final SnapshotStore snapshots = new SnapshotStore(storage, folder, identity);
            for (String name : files.names()) {
                final FollowerStat stat = files.stat(name, snapshots);
                if (stat != null) {
                    stats.add(stat);
                }
            }
            return stats;
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /**
     * Removes the registration of a follower: nothing is kept for it any more, and another follower may begin under its
     * name. Its parts disappear with the snapshots that hold them. Takes the lock of the folder.
     *
     * @return whether it was registered
     * @throws JournalException LOCKED, GAP if there is no journal, IO
     */
    public static boolean forget(final JournalStorage storage, final Path directory, final String name) {
        final JournalFolder folder = new JournalFolder(directory);
        final Identity identity = JournalReader.open(storage, directory).identity();
        try (Ownership ownership = Ownership.take(storage, folder)) {
            ownership.check();
            final FollowerFiles files = new FollowerFiles(storage, folder, identity);
            final boolean isKnown = files.names().contains(name);
            if (isKnown) {
                files.forget(name);
            }
            return isKnown;
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }
}
