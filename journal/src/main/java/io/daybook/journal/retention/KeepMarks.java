package io.daybook.journal.retention;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.folder.SmallFile;
import io.daybook.journal.snapshot.SnapshotManifest;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The marks of a folder, by which consumers claim commands of its journal. They survive restarts, and may be set and
 * removed by any process, without the lock, while an exchange runs there. Any thread.
 *
 * <p>A mark cannot be set unnoticed while retention deletes: setting writes the mark, then checks whether retention has
 * begun; retention first announces what it deletes ({@code journal/.retiring}), then reads the marks.
 */
@SuppressWarnings("exports") // Only the journal itself creates one.
public final class KeepMarks {
    private static final int RANDOM_BYTES = 8;
    private static final int ATTEMPTS = 3;

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Identity identity;

    private volatile List<HeldMark> lastHeld = List.of();

    public KeepMarks(final JournalStorage storage, final JournalFolder folder, final Identity identity) {
        this.storage = storage;
        this.folder = folder;
        this.identity = identity;
    }

    /**
     * Sets a mark, or moves it, and forces it. A mark may move back as far as the journal still reaches.
     *
     * @throws IllegalArgumentException if the name or the seq is invalid
     * @throws JournalException GAP if the journal no longer reaches back so far: the mark is unchanged or, if retention
     *     began meanwhile, holds what is left; NO_SPACE, IO
     */
    public synchronized void set(final KeepMark mark) {
        try {
            storage.createDirectories(folder.marks());
            requireReached(mark);
            write(mark);
            requireReached(mark); // retention may have begun before the mark was written
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /** Writes a mark; tries again if a starting exchange removed the temporary file as a leftover of a crash. */
    private void write(final KeepMark mark) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                writeOnce(mark);
                return;
            } catch (NoSuchFileException cleared) {
                if (attempt == ATTEMPTS) {
                    throw cleared;
                }
            }
        }
    }

    private void writeOnce(final KeepMark mark) throws IOException {
        final Path temporary = folder.newMark(mark.name(), storage.randomBytes(RANDOM_BYTES));
        SmallFile.replace(storage, folder.marks(), temporary, folder.mark(mark.name()), mark.encode(identity));
    }

    /**
     * Removes the temporary files that crashes left of unfinished marks, at the start of an exchange.
     *
     * @throws JournalException IO
     */
    public void removeLeftovers() {
        try {
            for (String name : storage.list(folder.marks())) {
                if (name.startsWith(JournalFolder.TEMPORARY_PREFIX)) {
                    storage.delete(folder.marks().resolve(name));
                }
            }
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    private void delete(final Path path) throws IOException {
        storage.delete(path);
        storage.forceDirectory(folder.marks());
    }

    /**
     * Removes a mark durably; files that only this mark kept are deleted after the next snapshot.
     *
     * @return whether it existed
     * @throws JournalException IO
     */
    public synchronized boolean remove(final String name) {
        final Path path = folder.mark(KeepMark.requireName(name));
        try {
            final boolean there = storage.exists(path);
            if (there) {
                delete(path);
            }
            return there;
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /**
     * The marks, by name.
     *
     * @throws JournalException CORRUPT or VERSION if one cannot be read, IO
     */
    public List<KeepMark> list() {
        try {
            final List<KeepMark> marks = new ArrayList<>();
            for (String name : storage.list(folder.marks())) {
                final Long fromSeq = SnapshotManifest.isName(name)
                        ? KeepMark.readFromSeq(storage, folder.mark(name), identity)
                        : null;
                if (fromSeq != null) {
                    marks.add(new KeepMark(name, fromSeq));
                }
            }
            return marks;
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /**
     * Returns what each mark makes retention keep, by names and file sizes; snapshots are not read.
     *
     * @throws JournalException CORRUPT or VERSION if a mark cannot be read, IO
     */
    public List<HeldMark> held() {
        final List<KeepMark> marks = list();
        if (marks.isEmpty()) {
            lastHeld = List.of();
            return lastHeld;
        }
        try {
            final FolderContents contents = FolderContents.byManifests(storage, folder, identity);
            lastHeld = marks.stream()
                    .map(mark -> contents.held(HeldMark.MARK, mark))
                    .toList();
            return lastHeld;
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /** The result of the last {@link #held}, which runs at the start and after each snapshot. Touches no file. */
    public List<HeldMark> lastHeld() {
        return lastHeld;
    }

    /** Announces that retention is about to delete everything before a snapshot; called before it reads the marks. */
    void beginRetiring(final long seq) throws IOException {
        // Not forced: only running processes need the file, and none survives a loss of power.
        SmallFile.replaceUnforced(storage, folder.newRetiring(), folder.retiring(), KeepMark.encode(identity, seq + 1));
    }

    /** Records that the deletion is over. */
    void endRetiring() throws IOException {
        storage.delete(folder.retiring());
    }

    /** The first seq whose outcome can still be computed, judging by the names of files. */
    private long firstSeq() throws IOException {
        final long retiringFrom = retiringFrom();
        final List<Long> segments = folder.segments(storage);
        if (segments.isEmpty() || segments.get(0) == 1) {
            return retiringFrom;
        }
        for (long snapshot : folder.snapshotSeqs(storage)) {
            if (snapshot + 1 >= segments.get(0)) {
                return Math.max(retiringFrom, snapshot + 1);
            }
        }
        return Math.max(retiringFrom, segments.get(0));
    }

    private long retiringFrom() throws IOException {
        try {
            final Long fromSeq = KeepMark.readFromSeq(storage, folder.retiring(), identity);
            return fromSeq == null ? 1 : fromSeq;
        } catch (JournalException cut) { // a loss of power cut the file, and nothing was deleted since then
            return 1;
        }
    }

    private void requireReached(final KeepMark mark) throws IOException {
        final long first = firstSeq();
        if (mark.fromSeq() < first) {
            throw JournalException.of(
                            JournalException.Reason.GAP, "the journal does not reach back to the seq of the mark")
                    .file(folder.journal())
                    .expected("seq " + mark.fromSeq())
                    .found("results from seq " + first + " on")
                    .wayOut("set the mark to seq " + first + " or later; what a snapshot replaced may be in a backup")
                    .build();
        }
    }
}
