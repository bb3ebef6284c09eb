package io.daybook.journal.access;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.RecoveryReport;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.TailVerdict;
import io.daybook.journal.TornTail;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.folder.Ownership;
import io.daybook.journal.folder.SmallFile;
import io.daybook.journal.follower.FollowerFiles;
import io.daybook.journal.follower.FollowerMark;
import io.daybook.journal.follower.FollowerPlace;
import io.daybook.journal.follower.FollowerPlaces;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.format.SegmentHeader;
import io.daybook.journal.recovery.ClosedMark;
import io.daybook.journal.recovery.JournalScan;
import io.daybook.journal.recovery.SegmentScan;
import io.daybook.journal.recovery.Successor;
import io.daybook.journal.recovery.TailRepair;
import io.daybook.journal.retention.FollowerHolds;
import io.daybook.journal.retention.HeldMark;
import io.daybook.journal.retention.KeepMarks;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Opens a folder as a {@link Journal}: checks its identity, scans the segments that are needed, refuses damage, moves a
 * torn tail to another file, and forces the rest. Creates a journal if there is none.
 *
 * <p>Used for one opening, under the locks of the folder, on the thread that opens.
 */
final class JournalOpening {
    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Ownership ownership;
    private final JournalOptions options;
    private final JournalFingerprint asked;
    private final Predicate<String> meanSame;
    private final List<FollowerMark> followers;
    private final @Nullable JournalOrigin origin;

    /** Findings for the operator. */
    private final List<String> notes = new ArrayList<>();

    JournalOpening(
            final JournalStorage storage,
            final JournalFolder folder,
            final Ownership ownership,
            final JournalOptions options,
            final JournalFingerprint asked,
            final Predicate<String> meanSame,
            final List<FollowerMark> followers,
            final @Nullable JournalOrigin origin) {
        this.storage = storage;
        this.folder = folder;
        this.ownership = ownership;
        this.options = options;
        this.asked = asked;
        this.meanSame = meanSame;
        this.followers = followers;
        this.origin = origin;
    }

    /** Recovers the journal of the folder, or creates one. Called once. */
    Journal open() throws IOException {
        storage.createDirectories(folder.journal());
        storage.createDirectories(folder.snapshots());
        final Identity identity = Identity.read(storage, folder);
        return identity == null ? create() : recover(identity);
    }

    private Journal recover(final Identity identity) throws IOException {
        ownership.identityIsThere();
        if (!meanSame.test(identity.settings())) {
            throw otherSettings(identity);
        }
        if (origin != null && !origin.exchangeId().toString().equals(identity.exchangeId())) {
            throw otherExchange(identity, origin);
        }
        removeLeftovers();
        final FollowerFiles files = new FollowerFiles(storage, folder, identity);
        files.removeLeftovers();
        final SnapshotStore snapshots = new SnapshotStore(storage, folder, identity);
        snapshots.removeLeftovers();

        final FollowerPlaces places = FollowerPlaces.find(storage, folder, identity, snapshots, followers);
        final SnapshotReader snapshot = snapshots.newestGood(places.lastSnapshotSeq(), notes);
        snapshots.noteBadBehind(places.lastSnapshotSeq(), notes);
        final long snapshotSeq = snapshot == null ? 0 : snapshot.seq();
        final List<Long> segments = folder.segments(storage);
        places.refuseWhatIsGone(snapshotSeq, segments.isEmpty() ? 1 : segments.get(0));
        final JournalScan scan = scanWhole(identity, snapshot, places);
        final JournalFingerprint fingerprint = asked.withSettings(identity.settings());
        refuseNewerVersions(scan, fingerprint);
        files.forceNames();
        final List<FollowerPlace> followerPlaces = places.upTo(scan.lastSeq());
        for (FollowerPlace place : followerPlaces) {
            files.goOn(place.name());
        }
        final TornTail torn = repairEnd(scan);
        final KeepMarks marks = new KeepMarks(storage, folder, identity);
        final FollowerHolds holds =
                new FollowerHolds(storage, folder, identity, options.retention().keepSnapshots());
        noteHeld(marks, holds);
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
                scan.last(),
                scan.chainAtLastSeq(identity, snapshot),
                origin);
        takeClosedMark(writer);
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

    /** Scans the segments and compares their end with CLOSED and the snapshots. */
    private JournalScan scanWhole(
            final Identity identity, final @Nullable SnapshotReader snapshot, final FollowerPlaces places)
            throws IOException {
        try {
            final ClosedMark.Found closed = ClosedMark.read(storage, folder, identity);
            final JournalScan scan = scan(identity, snapshot, places.snapshots());
            refuseOtherEnd(closed, scan, scan.chainAtLastSeq(identity, snapshot));
            JournalScan.refuseEndBeforeSnapshot(scan.last(), folder.snapshotSeqs(storage), folder);
            return scan;
        } catch (JournalException e) {
            throw JournalTruncation.withPossibleWayOut(e, storage, folder, identity);
        }
    }

    private void refuseOtherEnd(final ClosedMark.Found closed, final JournalScan scan, final long chainAtEnd)
            throws IOException {
        final ClosedMark mark = closed.mark();
        final String note = mark == null ? closed.note() : mark.check(storage, folder, scan.last(), chainAtEnd);
        if (note != null) {
            notes.add(note);
        }
    }

    /**
     * Scans all segments from the snapshot on. If they hold the last command of a snapshot that is used, that snapshot
     * must have been made from them.
     *
     * @param followed the snapshots from which followers continue, none older than {@code snapshot}
     */
    private JournalScan scan(
            final Identity identity, final @Nullable SnapshotReader snapshot, final List<SnapshotReader> followed)
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
            // If the journal alone is not enough, the operator also needs to see why no snapshot could be used.
            throw snapshot != null || notes.isEmpty() || e.reason() != JournalException.Reason.GAP
                    ? e
                    : e.noting(String.join("; ", notes));
        }
    }

    /** Removes a torn tail, and forces names and the SEAL, which a killed process may have left undone. */
    private @Nullable TornTail repairEnd(final JournalScan scan) throws IOException {
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
        storage.forceDirectory(folder.snapshots());
        storage.forceDirectory(folder.root());
        final SegmentScan before = scan.beforeLast();
        if (before != null && last.hasNoFrame()) {
            TailRepair.seal(storage, before);
        }
        return torn;
    }

    private void noteHeld(final KeepMarks marks, final FollowerHolds holds) {
        noteHeld(() -> {
            marks.removeLeftovers();
            return marks.held();
        });
        final Map<String, Long> stores = new HashMap<>();
        followers.forEach(follower -> stores.put(follower.name(), follower.fromSeq()));
        noteHeld(() -> holds.held(stores));
    }

    /**
     * Notes the marks and followers that keep history, so that an operator sees why the folder grows. A mark or
     * registration that cannot be read is a note and never prevents the start.
     */
    private void noteHeld(final Supplier<List<HeldMark>> holders) {
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

    /** Removes CLOSED: commands appended from here on would make it wrong. */
    private void takeClosedMark(final JournalWriter writer) throws IOException {
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

    /** Creates a journal. IDENTITY comes last, by rename: before it there can be only an empty first segment. */
    private Journal create() throws IOException {
        removeLeftovers();
        removeEmptyFirstSegment();
        final UUID id = origin == null ? randomId(options.random()) : origin.exchangeId();
        final Identity identity = new Identity(
                id.getMostSignificantBits(),
                id.getLeastSignificantBits(),
                origin == null ? options.clock().epochNs() : origin.createdNs(),
                asked.settings());
        final SnapshotStore noSnapshots = new SnapshotStore(storage, folder, identity);
        final List<FollowerPlace> places = FollowerPlaces.find(storage, folder, identity, noSnapshots, followers)
                .upTo(0);
        final JournalWriter writer = JournalWriter.begin(storage, folder, ownership, options, identity, asked, origin);
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
        return new Journal(
                storage,
                folder,
                ownership,
                identity,
                asked,
                options,
                writer,
                null,
                new KeepMarks(storage, folder, identity),
                new FollowerHolds(storage, folder, identity, options.retention().keepSnapshots()),
                places,
                new RecoveryReport(true, identity.exchangeId(), 0, writer.writtenSeq(), 1, null, List.of()));
    }

    /** Draws a UUID of version 4; a simulation draws the same one from the same seed. */
    private static UUID randomId(final RandomGenerator random) {
        final long high = random.nextLong() & ~0xF000L | 0x4000L;
        final long low = random.nextLong() >>> 2 | Long.MIN_VALUE;
        return new UUID(high, low);
    }

    private void removeEmptyFirstSegment() throws IOException {
        final List<Long> segments = folder.segments(storage);
        final boolean onlyFirst = segments.isEmpty() || segments.equals(List.of(1L));
        if (!onlyFirst
                || storage.exists(folder.closed())
                || !folder.snapshotSeqs(storage).isEmpty()) {
            throw identityMissing();
        }
        if (!segments.isEmpty()) {
            final SegmentScan scan = SegmentScan.scan(
                    storage, folder.segment(1), 1, Successor.NONE, new ReadWindow(), SegmentScan.NO_VISITOR);
            if (scan.endPosition() != SegmentHeader.LENGTH || scan.verdict() != TailVerdict.CLEAN_END) {
                throw identityMissing();
            }
            storage.delete(folder.segment(1));
            storage.forceDirectory(folder.journal());
        }
    }

    private void removeLeftovers() throws IOException {
        storage.delete(folder.next());
        storage.delete(folder.newClosed());
        storage.delete(folder.newIdentity());
        storage.delete(folder.retiring());
        storage.delete(folder.newRetiring());
    }

    private JournalException identityMissing() {
        return JournalException.of(JournalException.Reason.CORRUPT, "IDENTITY is missing from a folder that is in use")
                .file(folder.identity())
                .wayOut("bring IDENTITY back from a backup; only daybook restore-backup changes it")
                .build();
    }

    private JournalException otherExchange(final Identity identity, final JournalOrigin wanted) {
        return JournalException.of(JournalException.Reason.MISMATCH, "the folder belongs to another exchange")
                .file(folder.identity())
                .expected("exchange " + wanted.exchangeId())
                .found("exchange " + identity.exchangeId())
                .wayOut("name the folder of this exchange, or an empty one")
                .build();
    }

    private JournalException otherSettings(final Identity identity) {
        return JournalException.of(
                        JournalException.Reason.MISMATCH,
                        "the folder was made with other settings than those asked for")
                .file(folder.identity())
                .expected("'" + asked.settings() + "'")
                .found("'" + identity.settings() + "'")
                .wayOut("open the folder with its own settings, which do not change")
                .build();
    }

    /**
     * Refuses segments of versions that this process does not support: commands must keep the meaning that they had
     * when they were answered.
     */
    private static void refuseNewerVersions(final JournalScan scan, final JournalFingerprint known) {
        for (SegmentScan segment : scan.segments()) {
            final JournalFingerprint found = segment.header().fingerprint();
            if (found.isNewerThan(known)) {
                throw JournalException.of(JournalException.Reason.VERSION, "a segment was written by a newer version")
                        .file(segment.path())
                        .expected("at most " + known.versions())
                        .found(found.versions())
                        .wayOut("open the folder with the version of Daybook that wrote it, or with a newer one")
                        .build();
            }
        }
    }
}
