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
 * What retention keeps for the followers of a folder, attached or not, in the same form as {@link KeepMarks}. Called by
 * the thread that opens the journal and by the thread that writes snapshots; {@link #lastHeld} by any thread.
 */
@SuppressWarnings("exports") // Only the journal itself creates one.
public final class FollowerHolds {
    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Identity identity;
    private final int keepSnapshots;

    private volatile List<HeldMark> lastHeld = List.of();

    /**
     * Creates the holds of a folder.
     *
     * @param keepSnapshots how many of the newest snapshots are kept
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
     * Returns what each follower makes retention keep, by names and file sizes; snapshots are not read.
     *
     * @param marks the marks of followers that keep their state elsewhere, by name: the first seq that they still need
     * @throws JournalException CORRUPT or VERSION if a registration cannot be read, IO
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

    /**
     * The seq from which a follower continues. If retention keeps more in case newer snapshots are damaged, the seq
     * from which the follower would then continue.
     */
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

    /** The newest of the given snapshots whose manifest names a part; 0 if none does. */
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
            return false; // retention does not rely on that snapshot either
        }
    }

    /** The result of the last {@link #held}, which runs at the start and after each snapshot. Touches no file. */
    public List<HeldMark> lastHeld() {
        return lastHeld;
    }
}
