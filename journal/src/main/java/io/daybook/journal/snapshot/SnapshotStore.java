package io.daybook.journal.snapshot;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The snapshots of a folder: finds good ones, and deletes those that are no longer needed. */
@SuppressWarnings("exports") // Only the journal itself creates one.
public final class SnapshotStore {
    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Identity identity;
    private final Runnable requireNotAbandoned;
    private final Map<Long, SnapshotReader> verified = new HashMap<>();

    public SnapshotStore(final JournalStorage storage, final JournalFolder folder, final Identity identity) {
        this(storage, folder, identity, () -> {});
    }

    /**
     * Creates a store whose checks can be abandoned.
     *
     * @param requireNotAbandoned called for each block of a snapshot that is checked; throws to abandon the check
     */
    public SnapshotStore(
            final JournalStorage storage,
            final JournalFolder folder,
            final Identity identity,
            final Runnable requireNotAbandoned) {
        this.storage = storage;
        this.folder = folder;
        this.identity = identity;
        this.requireNotAbandoned = requireNotAbandoned;
    }

    /**
     * The newest good snapshot; null if there is none.
     *
     * @param lastSeq snapshots after this seq are ignored
     * @param notes gets a line for each bad snapshot that was passed over
     */
    @Nullable
    public SnapshotReader newestGood(final long lastSeq, final List<String> notes) throws IOException {
        final List<Long> seqs = folder.snapshotSeqs(storage);
        final List<String> passedOver = new ArrayList<>();
        SnapshotReader newest = null;
        for (int i = seqs.size() - 1; i >= 0 && newest == null; i--) {
            if (seqs.get(i) <= lastSeq) {
                try {
                    newest = verified(seqs.get(i));
                } catch (JournalException | IOException e) {
                    if (isGone(seqs.get(i))) {
                        return newestGood(lastSeq, notes); // newer snapshots exist, because this one was retired
                    }
                    passedOver.add("snapshot " + seqs.get(i) + " is passed over: " + badness(e));
                }
            }
        }
        notes.addAll(passedOver);
        return newest;
    }

    /**
     * Adds notes about the bad snapshots after a seq: if followers need an older snapshot, nothing else reads these.
     *
     * @param notes gets a line for each bad snapshot
     */
    public void noteBadBehind(final long seq, final List<String> notes) throws IOException {
        for (long later : folder.snapshotSeqs(storage)) {
            if (later > seq) {
                try {
                    verified(later);
                } catch (JournalException e) {
                    notes.add("snapshot " + later + " is passed over: " + badness(e));
                }
            }
        }
    }

    /** The oldest of the newest {@code count} good snapshots; 0 if there are fewer. */
    public long oldestGoodOf(final int count) throws IOException {
        long oldest = Long.MAX_VALUE;
        for (int i = 0; i < count && oldest > 0; i++) {
            final SnapshotReader next = newestGood(oldest - 1, new ArrayList<>());
            oldest = next == null ? 0 : next.seq();
        }
        return oldest;
    }

    /**
     * The newest good snapshot that has a part; null if there is none.
     *
     * @param fromSeq snapshots before this seq are ignored
     * @param lastSeq snapshots after this seq are ignored
     */
    public @Nullable SnapshotReader newestGoodWith(final String part, final long fromSeq, final long lastSeq)
            throws IOException {
        final List<Long> seqs = folder.snapshotSeqs(storage);
        for (int i = seqs.size() - 1; i >= 0 && seqs.get(i) >= fromSeq; i--) {
            if (seqs.get(i) > lastSeq) {
                continue;
            }
            try {
                final SnapshotReader snapshot =
                        SnapshotReader.open(storage, folder.snapshot(seqs.get(i)), identity, seqs.get(i));
                if (snapshot.parts().contains(part)) {
                    return verified(seqs.get(i));
                }
            } catch (JournalException e) {
                refuseUnlessBad(e); // an older snapshot may have the part as well
            } catch (NoSuchFileException e) {
                if (!isGone(seqs.get(i))) {
                    throw e;
                }
            }
        }
        return null;
    }

    /** Returns whether the folder's owner has retired a snapshot since it was listed; readers hold no lock. */
    private boolean isGone(final long seq) throws IOException {
        return !folder.snapshotSeqs(storage).contains(seq);
    }

    /** The snapshot of a seq, checked in full; this object checks each snapshot once. */
    public SnapshotReader verified(final long seq) throws IOException {
        final SnapshotReader known = verified.get(seq);
        if (known != null) {
            return known;
        }
        final SnapshotReader snapshot = read(seq);
        snapshot.verify(requireNotAbandoned);
        verified.put(seq, snapshot);
        return snapshot;
    }

    /** The snapshot of a seq; only its manifest is checked. */
    public SnapshotReader read(final long seq) throws IOException {
        return SnapshotReader.open(storage, folder.snapshot(seq), identity, seq);
    }

    /** Returns why a snapshot is bad. An I/O error is no verdict on it, and is thrown again. */
    private static String badness(final Exception e) throws IOException {
        if (e instanceof JournalException refusal) {
            refuseUnlessBad(refusal);
        } else if (e instanceof IOException failure) {
            throw failure;
        }
        return String.valueOf(e.getMessage());
    }

    /** Throws an error of the disk again, because it is no verdict on a snapshot. */
    public static void refuseUnlessBad(final JournalException e) {
        if (e.reason() != JournalException.Reason.CORRUPT && e.reason() != JournalException.Reason.VERSION) {
            throw e;
        }
    }

    /** Every snapshot with the verdict on it, ascending. A snapshot that is retired meanwhile is left out. */
    public List<SnapshotStat> stats() throws IOException {
        final List<SnapshotStat> stats = new ArrayList<>();
        for (long seq : folder.snapshotSeqs(storage)) {
            try {
                stats.add(verified(seq).stat());
            } catch (JournalException e) {
                if (!isGone(seq)) {
                    stats.add(new SnapshotStat(seq, 0, 0, 0, 0, 0, 0, e));
                }
            } catch (IOException e) {
                if (!isGone(seq)) {
                    throw e;
                }
            }
        }
        return stats;
    }

    /** Deletes snapshots, oldest first. */
    public void deleteSnapshots(final List<Long> seqs, final List<String> deleted) throws IOException {
        for (long seq : seqs) {
            // A snapshot exists as a whole or not at all: its name is removed before its files.
            final Path doomed = folder.temporarySnapshot(seq);
            removeDirectory(storage, doomed);
            storage.rename(folder.snapshot(seq), doomed);
            storage.forceDirectory(folder.snapshots());
            removeDirectory(storage, doomed);
            deleted.add("deleted snapshot " + seq);
        }
    }

    /** Removes the folders of snapshots that were unfinished or being deleted. */
    public void removeLeftovers() throws IOException {
        for (String name : storage.list(folder.snapshots())) {
            if (name.startsWith(JournalFolder.TEMPORARY_PREFIX)) {
                removeDirectory(storage, folder.snapshots().resolve(name));
            }
        }
    }

    static void removeDirectory(final JournalStorage storage, final Path directory) throws IOException {
        if (storage.exists(directory)) {
            for (String name : storage.list(directory)) {
                storage.delete(directory.resolve(name));
            }
            storage.delete(directory);
        }
    }
}
