package io.daybook.journal.access;

import io.daybook.journal.JournalException;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.RecoveryReport;
import io.daybook.journal.ReplayConsumer;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.TailVerdict;
import io.daybook.journal.TornTail;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.folder.Ownership;
import io.daybook.journal.folder.SmallFile;
import io.daybook.journal.follower.FollowerFiles;
import io.daybook.journal.follower.FollowerMark;
import io.daybook.journal.follower.FollowerPlace;
import io.daybook.journal.follower.FollowerPlaces;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.HeaderBytes;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.format.SegmentHeader;
import io.daybook.journal.recovery.ClosedMark;
import io.daybook.journal.recovery.JournalScan;
import io.daybook.journal.recovery.SegmentReplay;
import io.daybook.journal.recovery.SegmentScan;
import io.daybook.journal.recovery.Successor;
import io.daybook.journal.recovery.TailRepair;
import io.daybook.journal.retention.FollowerHolds;
import io.daybook.journal.retention.HeldMark;
import io.daybook.journal.retention.KeepMarks;
import io.daybook.journal.retention.Retention;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotStore;
import io.daybook.journal.snapshot.SnapshotWriter;
import io.daybook.journal.storage.FileJournalStorage;
import io.daybook.journal.storage.JournalStorage;
import io.daybook.journal.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The journal of one exchange, in one folder, owned by one process.
 *
 * <p>{@link #open} does the whole of recovery but the applying: it takes the lock, checks whose folder it is, scans
 * every segment that is needed, refuses damage, removes (and keeps aside) what a crash tore, and forces what is left.
 * Then {@link #replay} streams it, and {@link #writer} goes on where it ends.
 *
 * <p>Opened, replayed and closed by one thread; the writer then belongs to the journal's.
 */
public final class Journal implements AutoCloseable {
    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Ownership ownership;
    private final Identity identity;
    private final JournalFingerprint fingerprint;
    private final JournalOptions options;
    private final JournalWriter writer;
    private final @Nullable SnapshotReader snapshot;
    private final List<FollowerPlace> followers;
    private final RecoveryReport report;
    private final KeepMarks marks;
    private final FollowerHolds followerHolds;
    private final Retention retention;

    private Journal(
            final JournalStorage storage,
            final JournalFolder folder,
            final Ownership ownership,
            final Identity identity,
            final JournalFingerprint fingerprint,
            final JournalOptions options,
            final JournalWriter writer,
            final @Nullable SnapshotReader snapshot,
            final KeepMarks marks,
            final FollowerHolds followerHolds,
            final List<FollowerPlace> followers,
            final RecoveryReport report) {
        this.storage = storage;
        this.folder = folder;
        this.ownership = ownership;
        this.identity = identity;
        this.fingerprint = fingerprint;
        this.options = options;
        this.writer = writer;
        this.snapshot = snapshot;
        this.followers = followers;
        this.report = report;
        this.marks = marks;
        this.followerHolds = followerHolds;
        this.retention = new Retention(storage, folder, options.retention(), marks);
    }

    /**
     * Opens a journal in the file system. See {@link #open(JournalStorage, Path, JournalOptions, JournalFingerprint)}.
     */
    public static Journal open(
            final Path directory, final JournalOptions options, final JournalFingerprint fingerprint) {
        return open(new FileJournalStorage(), directory, options, fingerprint);
    }

    /**
     * Opens a journal, and makes it if the folder is missing or empty.
     *
     * @param fingerprint of the process that opens it: its settings must be those with which the folder was made
     * @throws JournalException with the reason; the folder is as it was, or repaired as far as recovery may
     */
    public static Journal open(
            final JournalStorage storage,
            final Path directory,
            final JournalOptions options,
            final JournalFingerprint fingerprint) {
        return open(storage, directory, options, fingerprint, fingerprint.settings()::equals);
    }

    /**
     * The same where settings are compared by what they mean.
     *
     * @param meanSame whether the settings of the folder, a text that some version wrote, mean what those of the
     *     fingerprint mean; a folder keeps its own text
     * @throws JournalException with the reason; the folder is as it was, or repaired as far as recovery may
     */
    public static Journal open(
            final JournalStorage storage,
            final Path directory,
            final JournalOptions options,
            final JournalFingerprint fingerprint,
            final Predicate<String> meanSame) {
        return open(storage, directory, options, fingerprint, meanSame, List.of());
    }

    /**
     * The same with followers: recovery starts from a snapshot that all of them can go on from.
     *
     * @param followers that will be attached; see {@link #followers()}
     * @throws JournalException with the reason; GAP where the journal does not reach back to what a follower has not
     *     heard, or ends before what it has
     */
    public static Journal open(
            final JournalStorage storage,
            final Path directory,
            final JournalOptions options,
            final JournalFingerprint fingerprint,
            final Predicate<String> meanSame,
            final List<FollowerMark> followers) {
        final JournalFolder folder = new JournalFolder(directory);
        final Ownership ownership = Ownership.take(storage, folder);
        boolean opened = false;
        try {
            final Journal journal = recover(storage, folder, ownership, options, fingerprint, meanSame, followers);
            opened = true;
            return journal;
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        } finally {
            if (!opened) {
                release(ownership);
            }
        }
    }

    /**
     * Refuses a folder in which there is no journal yet. Takes no lock and makes nothing.
     *
     * @throws JournalException GAP, IO
     */
    public static void requireExisting(final JournalStorage storage, final Path directory) {
        final JournalFolder folder = new JournalFolder(directory);
        try {
            if (!storage.exists(folder.identity())) {
                throw JournalException.of(
                                JournalException.Reason.GAP,
                                "there is no journal in this folder, and there must be one")
                        .file(folder.identity())
                        .wayOut("give the folder that IDENTITY lies in; or start once without the demand that it must"
                                + " exist, to make a new one")
                        .build();
            }
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    private static void release(final Ownership ownership) {
        try {
            ownership.close();
        } catch (IOException e) {
            return; // there is a better exception on its way
        }
    }

    private static Journal recover(
            final JournalStorage storage,
            final JournalFolder folder,
            final Ownership ownership,
            final JournalOptions options,
            final JournalFingerprint asked,
            final Predicate<String> meanSame,
            final List<FollowerMark> followers)
            throws IOException {
        storage.createDirectories(folder.journal());
        storage.createDirectories(folder.snapshots());
        final Identity identity = readIdentity(storage, folder);
        if (identity == null) {
            return create(storage, folder, ownership, options, asked, followers);
        }
        ownership.identityIsThere();
        if (!meanSame.test(identity.settings())) {
            throw otherSettings(folder, identity, asked);
        }
        final JournalFingerprint fingerprint = asked.withSettings(identity.settings());
        removeLeftovers(storage, folder);
        new FollowerFiles(storage, folder, identity).removeLeftovers();

        final SnapshotStore snapshots = new SnapshotStore(storage, folder, identity);
        snapshots.removeLeftovers();
        final List<String> notes = new ArrayList<>();
        final FollowerPlaces places = FollowerPlaces.find(storage, folder, identity, snapshots, followers);
        final SnapshotReader snapshot = snapshots.newestGood(places.lastSnapshotSeq(), notes);
        final long snapshotSeq = snapshot == null ? 0 : snapshot.seq();
        final List<Long> segments = folder.segments(storage);
        places.refuseWhatIsGone(snapshotSeq, segments.isEmpty() ? 1 : segments.get(0));
        final JournalScan scan;
        try {
            final ClosedMark.Found closed = ClosedMark.read(storage, folder, identity);
            scan = scan(storage, folder, identity, snapshot, places.snapshots(), notes);
            refuseOtherEnd(storage, folder, closed, scan, scan.chainAtLastSeq(identity, snapshot), notes);
            JournalScan.refuseEndBeforeSnapshot(scan.last(), folder.snapshotSeqs(storage), folder);
        } catch (JournalException e) {
            throw JournalTruncation.withPossibleWayOut(e, storage, folder, identity);
        }
        refuseNewerVersions(scan, fingerprint);
        final List<FollowerPlace> followerPlaces = places.upTo(scan.lastSeq());
        final FollowerFiles files = new FollowerFiles(storage, folder, identity);
        for (FollowerPlace place : followerPlaces) {
            files.goOn(place.name());
        }
        final SegmentScan last = scan.last();
        final String noteOnEnd = JournalScan.noteOnEnd(last);
        if (noteOnEnd != null) {
            notes.add(noteOnEnd);
        }
        TornTail torn = null;
        if (last.verdict() == TailVerdict.TORN) {
            torn = TailRepair.remove(
                    storage, last.path(), last.endPosition(), last.tailEnd(), last.nextSeq() - 1, options.clock());
            notes.add(torn.toString());
        }
        // A process that was killed may not have come to it, and from here on these names are relied on.
        storage.forceDirectory(folder.snapshots());
        storage.forceDirectory(folder.root());
        final SegmentScan before = scan.beforeLast();
        if (before != null && last.hasNoFrame()) {
            TailRepair.seal(storage, before);
        }
        final KeepMarks marks = new KeepMarks(storage, folder, identity);
        final FollowerHolds holds = new FollowerHolds(storage, folder, identity);
        noteHeld(
                () -> {
                    marks.removeLeftovers();
                    return marks.held();
                },
                notes);
        noteHeld(() -> holds.held(marksOf(followers)), notes);
        final RecoveryReport report = new RecoveryReport(
                false,
                identity.exchangeId(),
                snapshotSeq,
                scan.lastSeq(),
                scan.segments().size(),
                torn,
                List.copyOf(notes));
        final JournalWriter writer = JournalWriter.resume(
                storage,
                folder,
                ownership,
                options,
                identity,
                fingerprint,
                last,
                scan.chainAtLastSeq(identity, snapshot));
        takeClosedMark(storage, folder, writer);
        return new Journal(
                storage,
                folder,
                ownership,
                identity,
                fingerprint,
                options,
                writer,
                snapshot,
                marks,
                holds,
                followerPlaces,
                report);
    }

    private static void refuseOtherEnd(
            final JournalStorage storage,
            final JournalFolder folder,
            final ClosedMark.Found closed,
            final JournalScan scan,
            final long chainAtEnd,
            final List<String> notes)
            throws IOException {
        final ClosedMark mark = closed.mark();
        final String note = mark == null ? closed.note() : mark.check(storage, folder, scan.last(), chainAtEnd);
        if (note != null) {
            notes.add(note);
        }
    }

    /** The first seqs that followers still need which keep their state elsewhere. */
    private static Map<String, Long> marksOf(final List<FollowerMark> followers) {
        final Map<String, Long> marks = new HashMap<>();
        followers.forEach(follower -> marks.put(follower.name(), follower.fromSeq()));
        return marks;
    }

    /**
     * What an operator should know, who wonders why the folder grows. Neither a mark nor a registration is a reason not
     * to start: one that cannot be read, for whatever reason, is a note.
     */
    private static void noteHeld(final Supplier<List<HeldMark>> holders, final List<String> notes) {
        try {
            for (HeldMark held : holders.get()) {
                if (held.bytes() > 0) {
                    notes.add(held.toString());
                }
            }
        } catch (JournalException e) {
            notes.add(e.getMessage());
        }
    }

    /** From here on commands may come that the mark does not know of. */
    private static void takeClosedMark(
            final JournalStorage storage, final JournalFolder folder, final JournalWriter writer) throws IOException {
        boolean taken = false;
        try {
            ClosedMark.remove(storage, folder);
            taken = true;
        } finally {
            if (!taken) {
                writer.close();
            }
        }
    }

    /**
     * All segments from the snapshot on. Where they hold the last command of a snapshot that is used, they must be the
     * ones it was made from.
     *
     * @param followed the snapshots from which followers go on; none lies before the first
     */
    private static JournalScan scan(
            final JournalStorage storage,
            final JournalFolder folder,
            final Identity identity,
            final @Nullable SnapshotReader snapshot,
            final List<SnapshotReader> followed,
            final List<String> notes)
            throws IOException {
        final List<SnapshotStat> used = new ArrayList<>();
        if (snapshot != null) {
            used.add(snapshot.stat());
        }
        followed.forEach(reader -> used.add(reader.stat()));
        final long fromSeq = snapshot == null ? 1 : snapshot.seq() + 1;
        try {
            return JournalScan.from(
                    storage,
                    folder,
                    identity,
                    fromSeq,
                    new ReadWindow(),
                    cursor -> used.forEach(stat -> JournalScan.refuseOtherPast(cursor, stat, folder)));
        } catch (JournalException e) {
            // Why there was no snapshot to start from belongs to why the journal alone is not enough.
            throw snapshot != null || notes.isEmpty() || e.reason() != JournalException.Reason.GAP
                    ? e
                    : e.noting(String.join("; ", notes));
        }
    }

    static @Nullable Identity readIdentity(final JournalStorage storage, final JournalFolder folder)
            throws IOException {
        if (!storage.exists(folder.identity())) {
            return null;
        }
        try (StorageFile file = storage.openReadOnly(folder.identity())) {
            final byte[] block = new byte[HeaderBytes.LENGTH];
            file.readFully(ByteBuffer.wrap(block), 0);
            return Identity.decode(block, file.length(), folder.identity());
        }
    }

    /** IDENTITY comes last, by rename: before it there can be an empty first segment, and nothing else. */
    private static Journal create(
            final JournalStorage storage,
            final JournalFolder folder,
            final Ownership ownership,
            final JournalOptions options,
            final JournalFingerprint fingerprint,
            final List<FollowerMark> followers)
            throws IOException {
        removeLeftovers(storage, folder);
        removeEmptyFirstSegment(storage, folder);
        final UUID id = UUID.randomUUID();
        final Identity identity = new Identity(
                id.getMostSignificantBits(),
                id.getLeastSignificantBits(),
                options.clock().epochNs(),
                fingerprint.settings());
        final FollowerPlaces places =
                FollowerPlaces.find(storage, folder, identity, new SnapshotStore(storage, folder, identity), followers);
        places.upTo(0);
        final JournalWriter writer = JournalWriter.begin(storage, folder, ownership, options, identity, fingerprint);
        boolean created = false;
        try {
            SmallFile.replace(storage, folder.root(), folder.newIdentity(), folder.identity(), identity.encode());
            ownership.identityIsThere();
            created = true;
        } finally {
            if (!created) {
                writer.close();
            }
        }
        final RecoveryReport report = new RecoveryReport(true, identity.exchangeId(), 0, 0, 1, null, List.of());
        final KeepMarks marks = new KeepMarks(storage, folder, identity);
        return new Journal(
                storage,
                folder,
                ownership,
                identity,
                fingerprint,
                options,
                writer,
                null,
                marks,
                new FollowerHolds(storage, folder, identity),
                places.upTo(0),
                report);
    }

    private static void removeEmptyFirstSegment(final JournalStorage storage, final JournalFolder folder)
            throws IOException {
        final List<Long> segments = folder.segments(storage);
        final boolean onlyFirst = segments.isEmpty() || segments.equals(List.of(1L));
        if (!onlyFirst
                || storage.exists(folder.closed())
                || !folder.snapshotSeqs(storage).isEmpty()) {
            throw identityMissing(folder);
        }
        if (!segments.isEmpty()) {
            final SegmentScan scan = SegmentScan.scan(
                    storage, folder.segment(1), 1, Successor.NONE, new ReadWindow(), SegmentScan.NO_VISITOR);
            if (scan.endPosition() != SegmentHeader.LENGTH || scan.verdict() != TailVerdict.CLEAN_END) {
                throw identityMissing(folder);
            }
            storage.delete(folder.segment(1));
            storage.forceDirectory(folder.journal());
        }
    }

    private static JournalException identityMissing(final JournalFolder folder) {
        return JournalException.of(JournalException.Reason.CORRUPT, "IDENTITY is missing from a folder that is in use")
                .file(folder.identity())
                .wayOut("restore IDENTITY from a backup; it never changes")
                .build();
    }

    private static JournalException otherSettings(
            final JournalFolder folder, final Identity identity, final JournalFingerprint asked) {
        return JournalException.of(
                        JournalException.Reason.MISMATCH,
                        "the folder was made with other settings than those asked for")
                .file(folder.identity())
                .expected("'" + asked.settings() + "'")
                .found("'" + identity.settings() + "'")
                .wayOut("open it with the settings that it has; a folder keeps them")
                .build();
    }

    /**
     * Commands mean what they meant when they were answered: by the versions of their segments, which must be known.
     */
    private static void refuseNewerVersions(final JournalScan scan, final JournalFingerprint known) {
        for (SegmentScan segment : scan.segments()) {
            final JournalFingerprint found = segment.header().fingerprint();
            if (found.isNewerThan(known)) {
                throw JournalException.of(JournalException.Reason.VERSION, "a segment was written by a newer version")
                        .file(segment.path())
                        .expected("at most " + known.versions())
                        .found(found.versions())
                        .wayOut("open it with the version of Daybook that wrote it, or with a newer one")
                        .build();
            }
        }
    }

    private static void removeLeftovers(final JournalStorage storage, final JournalFolder folder) throws IOException {
        storage.delete(folder.next());
        storage.delete(folder.newClosed());
        storage.delete(folder.newIdentity());
        storage.delete(folder.retiring());
        storage.delete(folder.newRetiring());
    }

    /** What opening found and did. */
    public RecoveryReport report() {
        return report;
    }

    /** Last seq of the journal when it was opened; 0 if it was empty. */
    public long recoveredSeq() {
        return report.lastSeq();
    }

    /** The id of the exchange, as IDENTITY has it. */
    public String exchangeId() {
        return identity.exchangeId();
    }

    /**
     * Streams what was recovered, from the start (the snapshot's seq + 1, or 1) to {@link #recoveredSeq}; before the
     * writer is used.
     *
     * @throws JournalException GAP or CORRUPT if the files changed since they were scanned, IO
     */
    public void replay(final ReplayConsumer consumer) {
        final long fromSeq = report.snapshotSeq() + 1;
        try {
            new SegmentReplay(storage, folder).replay(fromSeq, recoveredSeq(), consumer);
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /** The file that holds a seq, for a message; the folder of the segments where that cannot be told. */
    public Path segmentOf(final long seq) {
        return folder.segmentOf(storage, seq);
    }

    /** The snapshot from which to start, checked in full; null if there is none. */
    public @Nullable SnapshotReader snapshot() {
        return snapshot;
    }

    /** Where the followers with which it was opened go on, in their order. */
    public List<FollowerPlace> followers() {
        return followers;
    }

    /**
     * Makes a follower known to the folder, before it hears anything: from then on what it has not heard is kept for
     * it.
     *
     * @param afterSeq the last command before those that it hears
     * @throws JournalException NO_SPACE, IO, NOT_OWNER
     */
    public void registerFollower(final String name, final long afterSeq) {
        try {
            ownership.checkWithIdentity();
            new FollowerFiles(storage, folder, identity).register(name, afterSeq);
        } catch (IOException e) {
            throw ownership.explain(IoFailure.of(folder, e));
        }
    }

    /**
     * Begins a snapshot of the state after command {@code seq}. On a background thread.
     *
     * @param seq of the command that asked for it
     * @throws JournalException NO_SPACE, IO, GAP where the folder of the snapshots is gone: the journal goes on;
     *     NOT_OWNER: it must not
     */
    public SnapshotWriter beginSnapshot(final long seq) {
        if (seq < 1) {
            throw new IllegalArgumentException("seq must be at least 1: seq=" + seq);
        }
        try {
            ownership.checkWithIdentity();
            return new SnapshotWriter(
                    storage, folder, ownership, identity, fingerprint, writer::durableSeq, options.clock(), seq);
        } catch (NoSuchFileException e) {
            throw ownership.explain(JournalException.of(
                            JournalException.Reason.GAP, "the folder of the snapshots is gone")
                    .file(folder.snapshots())
                    .wayOut("bring it back, with the snapshots that were in it; the next snapshot is a new attempt")
                    .causedBy(e));
        } catch (IOException e) {
            throw ownership.explain(IoFailure.of(folder, e));
        }
    }

    /** The same where no follower keeps its state elsewhere. */
    public List<String> retain(final long nowNs) {
        return retain(nowNs, Map.of());
    }

    /**
     * Deletes what neither the options, nor a mark, nor a follower that the folder knows needs any more; nothing before
     * there are enough good snapshots, and nothing with {@link JournalOptions#retainAll}. Checks the snapshots that it
     * relies on in full first. On the background thread that writes the snapshots.
     *
     * @param nowNs by the wall clock, for {@link JournalOptions#keepAgeNs}
     * @param followerMarks of followers that keep their state elsewhere, by name: the first seq that they still need
     * @return a line for each thing deleted
     * @throws JournalException IO; what was deleted by then was superfluous; CORRUPT or VERSION for a mark that cannot
     *     be read, and NOT_OWNER: nothing was deleted
     */
    public List<String> retain(final long nowNs, final Map<String, Long> followerMarks) {
        if (options.retention().retainAll()) {
            return List.of();
        }
        try {
            ownership.checkWithIdentity();
            ClosedMark.remove(storage, folder);
            final SnapshotStore snapshots = new SnapshotStore(storage, folder, identity);
            final FollowerFiles files = new FollowerFiles(storage, folder, identity);
            final List<String> deleted =
                    retention.run(nowNs, FollowerPlaces.neededSnapshots(files, followerMarks, snapshots), snapshots);
            marks.held();
            followerHolds.held(followerMarks);
            return deleted;
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /** Who still needs which commands of this journal. Any thread. */
    public KeepMarks marks() {
        return marks;
    }

    /** What the followers that the folder knows still need. Any thread for {@link FollowerHolds#lastHeld}. */
    public FollowerHolds followerHolds() {
        return followerHolds;
    }

    /** The one writer of this journal; it belongs to the journal's thread. */
    public JournalWriter writer() {
        return writer;
    }

    /**
     * Closes the writer, without a force, and gives the folder back. Where all that was appended is forced, the mark
     * CLOSED says where the journal ends; not on a full disk, which has no room for it.
     *
     * @throws JournalException IO; NOT_OWNER where the folder was taken, moved or deleted meanwhile
     */
    @Override
    public void close() {
        try (ownership;
                writer) { // the locks last
            leaveClosedMark();
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    private void leaveClosedMark() throws IOException {
        if (!writer.isForced()) {
            return;
        }
        final ClosedMark mark = new ClosedMark(
                identity.exchangeIdHigh(), identity.exchangeIdLow(), writer.writtenSeq(), writer.chainAtWrittenSeq());
        final boolean interrupted = Thread.interrupted(); // it would close the file
        try {
            // A mark in a folder that another process has taken would deny what that one answered.
            ownership.checkWithIdentity();
            mark.leave(storage, folder);
        } catch (IOException e) {
            if (!IoFailure.isNoSpace(storage, folder, FrameDescriptor.SECTOR_LENGTH, e)) {
                throw e;
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
