package io.daybook.journal.retention;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.snapshot.SnapshotReader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The snapshots and segments of a folder, as retention sees them, each ascending by seq. */
record FolderContents(List<Snapshot> snapshots, List<Segment> segments) {

    /** A snapshot; its size is known only if it is sound. */
    record Snapshot(long seq, long timeNs, long sizeBytes, boolean sound) {}

    /** A segment, with the length of its file. */
    record Segment(long firstSeq, long sizeBytes) {}

    /** Reads as much of a snapshot as retention must check to rely on it. */
    @FunctionalInterface
    interface Judge {
        /** Returns the snapshot, or null if it must not be relied on. */
        @Nullable
        SnapshotReader judge(long seq) throws IOException;
    }

    /** Lists the contents of a folder. A segment that is retired meanwhile has length 0. */
    static FolderContents of(final JournalStorage storage, final JournalFolder folder, final Judge judge)
            throws IOException {
        final List<Snapshot> snapshots = new ArrayList<>();
        for (long seq : folder.snapshotSeqs(storage)) {
            final SnapshotReader sound = judge.judge(seq);
            snapshots.add(
                    sound == null
                            ? new Snapshot(seq, 0, 0, false)
                            : new Snapshot(seq, sound.timeNs(), sound.sizeBytes(), true));
        }
        final List<Segment> segments = new ArrayList<>();
        for (long firstSeq : folder.segments(storage)) {
            segments.add(new Segment(firstSeq, length(storage, folder.segment(firstSeq))));
        }
        return new FolderContents(snapshots, segments);
    }

    /** Lists the contents of a folder by names and file sizes, and trusts the manifests of snapshots. */
    static FolderContents byManifests(final JournalStorage storage, final JournalFolder folder, final Identity identity)
            throws IOException {
        return of(storage, folder, seq -> {
            try {
                return SnapshotReader.open(storage, folder.snapshot(seq), identity, seq);
            } catch (JournalException | IOException bad) {
                return null;
            }
        });
    }

    private static long length(final JournalStorage storage, final Path segment) throws IOException {
        try (StorageFile file = storage.openReadOnly(segment)) {
            return file.length();
        } catch (NoSuchFileException retired) {
            return 0;
        }
    }

    List<Snapshot> soundSnapshots() {
        return snapshots.stream().filter(Snapshot::sound).toList();
    }

    /** Bytes of the snapshots from a seq on, and of the segments that hold commands after it. */
    long bytesFrom(final long seq) {
        long bytes = 0;
        for (Snapshot snapshot : snapshots) {
            bytes += snapshot.seq() >= seq ? snapshot.sizeBytes() : 0;
        }
        for (int i = 0; i < segments.size(); i++) {
            bytes += isCovered(i, seq) ? 0 : segments.get(i).sizeBytes();
        }
        return bytes;
    }

    /**
     * Returns whether the state after a seq replaces all commands of a segment; false for the last segment, which still
     * grows.
     */
    boolean isCovered(final int segment, final long seq) {
        return segment + 1 < segments.size() && segments.get(segment + 1).firstSeq() <= seq + 1;
    }

    /**
     * The seq of the snapshot from which a mark's commands can be computed; 0 if there is none, which stands for the
     * start of the journal.
     */
    long baseOf(final KeepMark mark) {
        long base = 0;
        for (Snapshot snapshot : snapshots) {
            if (snapshot.sound() && snapshot.seq() < mark.fromSeq()) {
                base = snapshot.seq();
            }
        }
        return base;
    }

    /** Returns what a mark makes retention keep, compared with the newest snapshot. */
    HeldMark held(final String kind, final KeepMark mark) {
        final long base = baseOf(mark);
        final List<Snapshot> sound = soundSnapshots();
        final long newest = sound.isEmpty() ? 0 : sound.get(sound.size() - 1).seq();
        long bytes = 0;
        for (Snapshot snapshot : sound) {
            bytes += snapshot.seq() == base && base < newest ? snapshot.sizeBytes() : 0;
        }
        for (int i = 0; i < segments.size(); i++) {
            bytes += isCovered(i, newest) && !isCovered(i, base)
                    ? segments.get(i).sizeBytes()
                    : 0;
        }
        return new HeldMark(kind, mark, newest - base, bytes);
    }
}
