package io.daybook.journal.access;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.FrameType;
import io.daybook.journal.JournalException;
import io.daybook.journal.TornTail;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.folder.Ownership;
import io.daybook.journal.follower.FollowerFiles;
import io.daybook.journal.format.FrameSeed;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.format.SegmentHeader;
import io.daybook.journal.recovery.ClosedMark;
import io.daybook.journal.recovery.SegmentScan;
import io.daybook.journal.recovery.Successor;
import io.daybook.journal.recovery.TailRepair;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operator's way out of damage: gives up everything from some seq on, so that the journal opens again. Nothing is
 * destroyed: the removed bytes, segments and snapshots stay in the folder under other names.
 */
public final class JournalTruncation {

    /**
     * The result of a truncation.
     *
     * @param lastSeq the last seq of the journal afterwards
     * @param actions a line for each step
     */
    public record Report(long lastSeq, List<String> actions) {}

    /** The options for the segment that may have to be created. */
    private static final JournalOptions OPTIONS =
            JournalOptions.builder().fillAhead(false).build();

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Identity identity;
    private final long atSeq;
    private final List<String> actions = new ArrayList<>();

    private JournalTruncation(
            final JournalStorage storage, final JournalFolder folder, final Identity identity, final long atSeq) {
        this.storage = storage;
        this.folder = folder;
        this.identity = identity;
        this.atSeq = atSeq;
    }

    public static Report truncate(final Path directory, final long atSeq, final boolean acceptLoss) {
        return truncate(new FileJournalStorage(), directory, atSeq, acceptLoss);
    }

    /**
     * Removes command {@code atSeq} and all after it; takes the lock. Snapshots that contain any of these commands are
     * retired.
     *
     * @param atSeq first seq to give up; a frame must begin with it, or the good part of the journal must end right
     *     before it, and an exchange must be able to start from what is left
     * @param acceptLoss must be true: what is given up may contain acknowledged commands
     * @throws IllegalArgumentException if the loss is not accepted, or no cut is possible there; nothing was changed,
     *     and the message names a possible seq
     * @throws JournalException LOCKED, CORRUPT (IDENTITY), IO
     */
    @SuppressWarnings("try") // the lock is held, not used
    public static Report truncate(
            final JournalStorage storage, final Path directory, final long atSeq, final boolean acceptLoss) {
        if (!acceptLoss) {
            throw new IllegalArgumentException(
                    "acceptLoss must be true: everything from seq " + atSeq + " on would be given up");
        }
        if (atSeq < 1) {
            throw new IllegalArgumentException("atSeq must be at least 1: atSeq=" + atSeq);
        }
        final JournalFolder folder = new JournalFolder(directory);
        final Identity identity = JournalReader.open(storage, directory)
                .identity(); // refuses a folder without a journal before the lock would create files in it
        try (Ownership ownership = Ownership.take(storage, folder)) {
            final Report report = new JournalTruncation(storage, folder, identity, atSeq).run();
            storage.forceDirectory(folder.journal());
            return report;
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /** The index of the last segment that a refusal names; a cut after that segment would not remove the fault. */
    private static int lastNamed(final JournalException e, final List<Long> segments, final JournalFolder folder) {
        final String files = String.valueOf(e.file());
        for (int i = segments.size() - 1; i >= 0; i--) {
            if (files.contains(folder.segment(segments.get(i)).toString())) {
                return i;
            }
        }
        return segments.size();
    }

    /** The part that stays: the segments up to {@code target}, and of the last one the bytes before the cut. */
    private record Plan(List<Long> segments, int target, Cut cut) {}

    /** Decides where to cut, without changing anything; refuses impossible cuts. */
    private Plan plan() throws IOException {
        final List<Long> segments = folder.segments(storage);
        int target = -1;
        for (int i = 0; i < segments.size() && segments.get(i) <= atSeq; i++) {
            target = i;
        }
        Cut cut = target < 0 ? null : findCut(segments.get(target));
        if (target > 0 && segments.get(target) == atSeq) {
            // Nothing of this segment stays, and the segment before it becomes the last one. That also holds if this
            // segment cannot be read or is not chained to the one before, or if the damage is in the last marks of
            // the one before.
            final Cut before = findCut(segments.get(target - 1));
            if (before != null && (cut == null || !before.sealed() || !cut.isChainedTo(before))) {
                target--;
                cut = before;
            }
        }
        if (cut == null) {
            throw new IllegalArgumentException(
                    "atSeq must be a seq before which the journal can be kept, but no segment can be "
                            + "read for that: atSeq=" + atSeq
                            + "; restore the segment from a backup, or begin with a new folder");
        }
        final String missing = missingStart(storage, folder, identity, atSeq);
        if (missing != null) {
            throw new IllegalArgumentException("atSeq must be after a sound snapshot: atSeq=" + atSeq + "; " + missing
                    + "; restore the damaged files, or the folder as a whole, from a backup");
        }
        return new Plan(segments, target, cut);
    }

    private Report run() throws IOException {
        final Plan plan = plan();
        final Cut cut = plan.cut();
        final StorageFile zeros = cut.sealed() ? zeros(cut.scan().header().segmentSize()) : null;
        try {
            giveUp(cut, plan.segments(), plan.target(), zeros);
        } finally {
            if (zeros != null) {
                zeros.close();
            }
        }
        return new Report(atSeq - 1, List.copyOf(actions));
    }

    /**
     * Removes the newest files first and cuts last, so that an interrupted truncation can be repeated.
     *
     * @param zeros becomes the last segment if the last one that stays ends with a SEAL: a SEAL without a successor is
     *     refused
     */
    private void giveUp(final Cut cut, final List<Long> segments, final int target, final @Nullable StorageFile zeros)
            throws IOException {
        markFollowers();
        ClosedMark.remove(storage, folder);
        retireSnapshots();
        for (int i = segments.size() - 1; i > target; i--) {
            retire(folder.segment(segments.get(i)));
        }
        storage.forceDirectory(folder.journal());
        if (cut.from() < cut.end()) {
            final TornTail removed =
                    TailRepair.remove(storage, cut.path(), cut.from(), cut.end(), atSeq - 1, OPTIONS.clock());
            actions.add("removed " + removed.bytes() + " bytes of " + removed.file() + " from offset "
                    + removed.offset() + " on, kept in " + removed.keptIn());
        }
        final SegmentScan stays = forceWhatStays(cut.path(), segments.get(target));
        if (zeros != null) {
            final Path named = NewSegment.name(storage, folder, zeros, successor(stays));
            actions.add("created the empty segment " + named.getFileName());
        }
    }

    /** Creates an open file of zeros, which gets its name later; if there is no room for it, nothing was changed. */
    private StorageFile zeros(final long size) {
        try (SegmentPreparer preparer = new SegmentPreparer(storage, folder, OPTIONS)) {
            preparer.request(size);
            return preparer.take().file();
        }
    }

    /**
     * The header of an empty successor; the next opening replaces a segment without commands if its versions differ.
     */
    private SegmentHeader successor(final SegmentScan sealed) {
        final SegmentHeader header = sealed.header();
        return new SegmentHeader(
                SegmentHeader.FORMAT_VERSION,
                SegmentHeader.WRITER_VERSION,
                header.exchangeIdHigh(),
                header.exchangeIdLow(),
                header.number() + 1,
                sealed.nextSeq(),
                sealed.chain(),
                sealed.nextSeq() - 1,
                header.segmentSize(),
                OPTIONS.clock().epochNs(),
                header.fingerprint(),
                FrameSeed.random(OPTIONS.random()));
    }

    /**
     * Writes again what a failed force may have left in memory only: the frames that stay, and the zeros of an
     * interrupted truncation.
     */
    private SegmentScan forceWhatStays(final Path path, final long firstSeq) throws IOException {
        final SegmentScan stays =
                SegmentScan.scan(storage, path, firstSeq, Successor.NONE, new ReadWindow(), SegmentScan.NO_VISITOR);
        try (StorageFile file = storage.open(path)) {
            TailRepair.writeAgain(storage, file, stays);
            file.force(true);
        }
        return stays;
    }

    /**
     * Returns why an exchange could not start from what a cut leaves; null if it can, either from the first command or
     * from a snapshot that replaces the commands before the first segment.
     */
    private static @Nullable String missingStart(
            final JournalStorage storage, final JournalFolder folder, final Identity identity, final long atSeq)
            throws IOException {
        final List<Long> segments = folder.segments(storage);
        final long firstSeq = segments.isEmpty() ? 1 : segments.get(0);
        if (firstSeq == 1) {
            return null;
        }
        final List<String> notes = new ArrayList<>();
        final SnapshotReader snapshot = new SnapshotStore(storage, folder, identity).newestGood(atSeq - 1, notes);
        if (snapshot != null && snapshot.seq() >= firstSeq - 1) {
            return null;
        }
        return "the segments begin with seq " + firstSeq + ", and no snapshot from seq " + (firstSeq - 1) + " to "
                + (atSeq - 1) + " holds what came before"
                + (notes.isEmpty() ? "" : " (" + String.join("; ", notes) + ")");
    }

    /** Returns the refusal with a way out that offers no truncation that {@link #truncate} would refuse. */
    static JournalException withPossibleWayOut(
            final JournalException e,
            final JournalStorage storage,
            final JournalFolder folder,
            final Identity identity) {
        final JournalException.Cut cut = e.cut();
        if (cut == null) {
            return e;
        }
        try {
            return withPossibleWayOut(e, cut, storage, folder, identity);
        } catch (IOException | JournalException unknown) {
            final JournalException refusal = e.withWayOut(cut.other());
            refusal.addSuppressed(unknown); // the damage that was found first is the one to report
            return refusal;
        }
    }

    private static JournalException withPossibleWayOut(
            final JournalException e,
            final JournalException.Cut cut,
            final JournalStorage storage,
            final JournalFolder folder,
            final Identity identity)
            throws IOException {
        final List<Long> segments = folder.segments(storage);
        if (cut.atSeq() > 1 && !segments.isEmpty() && cut.atSeq() <= segments.get(0)) {
            return e.withWayOut(cut.other()); // a truncation would remove all segments, and may be impossible
        }
        if (missingStart(storage, folder, identity, cut.atSeq()) != null) {
            return e.withWayOut(cut.other() + "; a truncation would leave nothing to start from");
        }
        try {
            final Plan plan = new JournalTruncation(storage, folder, identity, cut.atSeq()).plan();
            return plan.target() <= lastNamed(e, segments, folder) ? e : e.withWayOut(cut.other());
        } catch (IllegalArgumentException impossible) {
            return e.withWayOut(cut.other());
        }
    }

    /** The bytes to remove from the segment that stays the last. */
    private record Cut(Path path, long from, long end, SegmentScan scan) {
        /** Returns whether nothing is removed from the segment, and it ends with a SEAL. */
        boolean sealed() {
            return scan.sealed() && from == scan.endPosition();
        }

        boolean isChainedTo(final Cut before) {
            return scan.header().number() == before.scan.header().number() + 1
                    && scan.header().chainBefore() == before.scan.chain();
        }
    }

    /** The cut in a segment; null if its header cannot be read. */
    private @Nullable Cut findCut(final long firstSeq) throws IOException {
        final Path path = folder.segment(firstSeq);
        final long[] cutAt = {-1};
        final SegmentScan scan;
        try {
            scan = SegmentScan.scan(storage, path, firstSeq, Successor.NONE, new ReadWindow(), cursor -> {
                final FrameStat frame = FrameStat.of("", cursor);
                if (frame.type() == FrameType.DATA && frame.firstSeq() == atSeq) {
                    cutAt[0] = frame.position();
                } else if (frame.firstSeq() < atSeq && frame.firstSeq() + frame.count() > atSeq) {
                    throw new IllegalArgumentException(
                            "atSeq must be a seq with which a frame begins: atSeq=" + atSeq + " lies in the frame of "
                                    + frame.firstSeq() + " to " + (frame.firstSeq() + frame.count() - 1));
                }
            });
        } catch (JournalException e) {
            return null;
        }
        if (cutAt[0] >= 0) {
            return new Cut(path, cutAt[0], scan.tailEnd(), scan);
        }
        if (scan.nextSeq() != atSeq) {
            throw new IllegalArgumentException(
                    "atSeq must be at most " + scan.nextSeq() + ", where the good part ends: atSeq=" + atSeq);
        }
        return new Cut(path, scan.endPosition(), scan.tailEnd(), scan);
    }

    /**
     * Marks the followers before anything else is changed: no follower may continue with a past that differs from what
     * it received.
     */
    private void markFollowers() throws IOException {
        final FollowerFiles followers = new FollowerFiles(storage, folder, identity);
        for (String name : followers.names()) {
            if (followers.giveUpFrom(name, atSeq)) {
                actions.add("follower " + name + " may have received commands that were given up: a store with results"
                        + " beyond seq " + (atSeq - 1) + " is refused; restore the store, or forget the follower");
            }
        }
    }

    private void retireSnapshots() throws IOException {
        final List<Long> seqs = folder.snapshotSeqs(storage);
        for (int i = seqs.size() - 1; i >= 0 && seqs.get(i) >= atSeq; i--) {
            retire(folder.snapshot(seqs.get(i)));
        }
        storage.forceDirectory(folder.snapshots());
    }

    private void retire(final Path path) throws IOException {
        final Path aside = JournalFolder.aside(storage, path, "retired", OPTIONS.clock());
        storage.rename(path, aside);
        actions.add("retired " + path + " as " + aside.getFileName());
    }
}
