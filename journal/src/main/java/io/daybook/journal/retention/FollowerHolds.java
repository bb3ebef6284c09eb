package io.daybook.journal.retention;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.follower.FollowerFiles;
import io.daybook.journal.follower.FollowerPlace;
import io.daybook.journal.snapshot.SnapshotReader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the followers of a folder hold, attached or away, in the words of {@link KeepMarks}. Asked by the thread that
 * opens the journal and by that which writes snapshots; {@link #lastHeld} by any.
 */
@SuppressWarnings("exports") // Only the journal itself makes one.
public final class FollowerHolds {
    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Identity identity;
    private final int keepSnapshots;

    private volatile List<HeldMark> lastHeld = List.of();

    /**
     * Of a folder.
     *
     * @param keepSnapshots how many snapshots are kept by count
     */
    public FollowerHolds(
            final JournalStorage storage,
            final JournalFolder folder,
            final Identity identity,
            final int keepSnapshots) {
        this.storage = storage;
        this.folder = folder;
        this.identity = identity;
        this.keepSnapshots = keepSnapshots;
    }

    /**
     * What each costs, by the names and sizes of files; snapshots are not read.
     *
     * @param marks of those that keep their state elsewhere, by name: the first seq that they still need
     * @throws JournalException CORRUPT or VERSION for a registration that cannot be read, IO
     */
    public List<HeldMark> held(final Map<String, Long> marks) {
        try {
            final FollowerFiles files = new FollowerFiles(storage, folder, identity);
            final List<String> names = files.names();
            final List<HeldMark> held = new ArrayList<>();
            if (!names.isEmpty()) {
                final FolderContents contents = FolderContents.byManifests(storage, folder, identity);
                for (String name : names) {
                    final FollowerFiles.Registration known = files.find(name);
                    if (known != null) {
                        final long needed = needed(name, known.afterSeq(), marks.getOrDefault(name, 0L));
                        held.add(contents.held(HeldMark.FOLLOWER, new KeepMark(name, needed)));
                    }
                }
            }
            lastHeld = List.copyOf(held);
            return lastHeld;
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /** Where it goes on; or where it would if newer snapshots were damaged, if retention keeps more for that. */
    private long needed(final String name, final long registeredAfter, final long mark) throws IOException {
        if (mark > 0) {
            return mark;
        }
        final List<Long> seqs = folder.snapshotSeqs(storage);
        final int kept = seqs.size() - keepSnapshots;
        final String part = FollowerPlace.partOf(name);
        final long withoutNewer = kept < 0 ? 0 : Math.max(registeredAfter, newestWith(part, seqs.subList(0, kept + 1)));
        return (kept >= 0 && withoutNewer < seqs.get(kept)
                        ? withoutNewer
                        : Math.max(registeredAfter, newestWith(part, seqs)))
                + 1;
    }

    /** The seq of the newest of some snapshots whose manifest names a part; 0 for none. */
    private long newestWith(final String part, final List<Long> seqs) throws IOException {
        long newest = 0;
        for (long seq : seqs) {
            newest = names(seq, part) ? seq : newest;
        }
        return newest;
    }

    private boolean names(final long snapshotSeq, final String part) throws IOException {
        try {
            return SnapshotReader.open(storage, folder.snapshot(snapshotSeq), identity, snapshotSeq)
                    .parts()
                    .contains(part);
        } catch (JournalException | NoSuchFileException bad) {
            return false; // retention does not rely on it either
        }
    }

    /** What {@link #held} found when it was last asked: at the start, and after each snapshot. No file is touched. */
    public List<HeldMark> lastHeld() {
        return lastHeld;
    }
}
