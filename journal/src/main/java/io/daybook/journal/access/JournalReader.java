package io.daybook.journal.access;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.ReplayConsumer;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.TailVerdict;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.Chain;
import io.daybook.journal.format.FrameCursor;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.recovery.ClosedMark;
import io.daybook.journal.recovery.JournalScan;
import io.daybook.journal.recovery.SegmentReplay;
import io.daybook.journal.recovery.SegmentScan;
import io.daybook.journal.recovery.Successor;
import io.daybook.journal.retention.KeepMarks;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal without its lock and without changing a byte of the folder, also while another process writes it. A
 * write in progress may look torn for a moment; the last segment is therefore read again a few times before it is
 * judged torn.
 *
 * <p>Each call reads the folder again; one thread at a time.
 */
public final class JournalReader {
    private static final int ATTEMPTS = 5;

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Identity identity;

    private JournalReader(final JournalStorage storage, final JournalFolder folder, final Identity identity) {
        this.storage = storage;
        this.folder = folder;
        this.identity = identity;
    }

    public static JournalReader open(final Path directory) {
        return open(new FileJournalStorage(), directory);
    }

    /**
     * Opens a reader of a folder.
     *
     * @throws JournalException GAP if there is no journal, CORRUPT or VERSION for its IDENTITY, IO
     */
    public static JournalReader open(final JournalStorage storage, final Path directory) {
        final JournalFolder folder = new JournalFolder(directory);
        try {
            final Identity identity = Identity.read(storage, folder);
            if (identity == null) {
                throw JournalException.of(JournalException.Reason.GAP, "there is no journal in this folder")
                        .file(folder.identity())
                        .wayOut("name the folder of a journal, which holds IDENTITY; an exchange creates it at its"
                                + " first start")
                        .build();
            }
            return new JournalReader(storage, folder, identity);
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    Identity identity() {
        return identity;
    }

    public String exchangeId() {
        return identity.exchangeId();
    }

    /** The number of the history that began with the last restore of a backup; 0 without one. */
    public long history() {
        return identity.history();
    }

    /** The seq of the command with which that history began; 0 for the first history. */
    public long historyBegin() {
        return identity.restoredSeq();
    }

    /**
     * Reads and checks every segment.
     *
     * @throws JournalException IO only: damage is in {@link JournalStat#problems}
     */
    public JournalStat stat() {
        return new Survey(List.of(), List.of()).stat();
    }

    /**
     * Reads and checks every segment, and compares them with the folder's snapshots. A contradiction is among the
     * problems too: it keeps an exchange from starting even though each file is sound.
     *
     * @param snapshots the snapshots of this folder, as an earlier call of {@link #snapshots} found them
     * @throws JournalException IO only
     */
    public JournalStat stat(final List<SnapshotStat> snapshots) {
        try {
            // Listed before the segments: the journal then reaches at least as far as each snapshot in the list.
            return new Survey(snapshots, folder.snapshotSeqs(storage)).stat();
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /** The file that holds a seq, for messages; the folder of the segments if that file is not known. */
    public Path segmentOf(final long seq) {
        return folder.segmentOf(storage, seq);
    }

    /** Reads and checks every snapshot. */
    public List<SnapshotStat> snapshots() {
        try {
            return new SnapshotStore(storage, folder, identity).stats();
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /** The marks of consumers that still need commands; they may be read, set and removed without the lock. */
    public KeepMarks marks() {
        return new KeepMarks(storage, folder, identity);
    }

    /** The settings that the folder was created with. */
    public String settings() {
        return identity.settings();
    }

    /**
     * The newest good snapshot, checked in full; null if there is none.
     *
     * @param lastSeq snapshots after this seq are ignored
     * @param notes gets a line for each bad snapshot that was passed over
     * @throws JournalException IO
     */
    public @Nullable SnapshotReader newestSnapshot(final long lastSeq, final List<String> notes) {
        try {
            return new SnapshotStore(storage, folder, identity).newestGood(lastSeq, notes);
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /**
     * Shows the frames that touch a range of seqs, marks and padding included.
     *
     * @throws JournalException at the first damage, after all the frames before it; GAP if a segment is retired
     *     meanwhile; IO
     */
    public void frames(final long fromSeq, final long toSeq, final Consumer<FrameStat> consumer) {
        final ReadWindow window = new ReadWindow();
        try {
            for (long firstSeq : folder.segments(storage, fromSeq, toSeq)) {
                final Path path = folder.segment(firstSeq);
                try (StorageFile file = storage.openReadOnly(path)) {
                    final FrameCursor cursor =
                            new FrameCursor(file, SegmentScan.readHeader(file, path, firstSeq), window);
                    showFrames(cursor, String.valueOf(path.getFileName()), fromSeq, toSeq, consumer);
                    refuseIfBroken(cursor, path);
                } catch (NoSuchFileException e) {
                    throw SegmentReplay.gap(folder, Math.max(firstSeq, fromSeq), "no " + path.getFileName());
                }
            }
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    private static void showFrames(
            final FrameCursor cursor,
            final String name,
            final long fromSeq,
            final long toSeq,
            final Consumer<FrameStat> consumer)
            throws IOException {
        while (cursor.next()) {
            final FrameStat frame = FrameStat.of(name, cursor);
            final long lastSeq = frame.firstSeq() + Math.max(frame.count(), 1) - 1;
            if (lastSeq >= fromSeq && frame.firstSeq() <= toSeq) {
                consumer.accept(frame);
            }
        }
    }

    private void refuseIfBroken(final FrameCursor cursor, final Path path) throws IOException {
        if (!cursor.sealed() && cursor.flaw() != FrameCursor.Flaw.HEADER_ZERO) {
            throw JournalException.of(JournalException.Reason.SUSPECT, "there is no valid frame here")
                    .file(path)
                    .offset(cursor.position())
                    .expected(cursor.expected())
                    .found(cursor.found())
                    .lastGoodSeq(cursor.nextSeq() - 1)
                    .wayOut("run 'daybook journal verify " + folder.root() + "', which reports what the damage means")
                    .build();
        }
    }

    /**
     * Streams blocks and marks from the block that holds {@code fromSeq} to the journal's end as it is now. Another
     * process may be writing: unfinished frames are not delivered.
     *
     * @return the last seq delivered, or {@code fromSeq − 1} if there is nothing
     * @throws JournalException GAP if {@code fromSeq} is no longer, or not yet, in the journal; CORRUPT, SUSPECT; IO
     */
    public long replay(final long fromSeq, final ReplayConsumer consumer) {
        return replay(stat(), fromSeq, consumer);
    }

    /**
     * Streams blocks and marks up to the end that {@link #stat} found.
     *
     * @param stat the contents of this folder
     * @throws JournalException also GAP if segments were retired since, CORRUPT if they have changed
     */
    public long replay(final JournalStat stat, final long fromSeq, final ReplayConsumer consumer) {
        return replay(stat, fromSeq, Long.MAX_VALUE, consumer);
    }

    /**
     * Streams blocks and marks up to the end of the block that holds {@code toSeq}, or of the journal. Nothing later is
     * delivered, except the marks that directly follow a block whose last seq is {@code toSeq}; later segments are not
     * opened.
     *
     * @param toSeq at least {@code fromSeq − 1}
     */
    public long replay(final JournalStat stat, final long fromSeq, final long toSeq, final ReplayConsumer consumer) {
        for (JournalException problem : stat.problems()) {
            throw problem;
        }
        if (fromSeq < stat.firstSeq() || fromSeq > stat.lastSeq() + 1) {
            throw JournalException.of(JournalException.Reason.GAP, "the journal does not hold the seq asked for")
                    .file(folder.journal())
                    .expected("seq " + fromSeq)
                    .found("seqs " + stat.firstSeq() + " to " + stat.lastSeq())
                    .wayOut("ask for seqs that the journal holds; segments that a snapshot replaced may be in a backup")
                    .build();
        }
        try {
            return new SegmentReplay(storage, folder).replay(fromSeq, Math.min(toSeq, stat.lastSeq()), consumer);
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /**
     * The first seq whose outcome can still be computed: 1 while no segment is retired, later the one after the oldest
     * sound snapshot that the segments reach.
     *
     * @param stat the contents of this folder, without problems
     * @throws JournalException GAP if there is no such snapshot; IO
     */
    public long firstTellableSeq(final JournalStat stat) {
        for (SnapshotStat snapshot : stat.firstSeq() == 1 ? List.<SnapshotStat>of() : snapshots()) {
            if (snapshot.problem() == null && snapshot.seq() + 1 >= stat.firstSeq()) {
                return snapshot.seq() + 1;
            }
        }
        if (stat.firstSeq() != 1) {
            throw JournalException.of(
                            JournalException.Reason.GAP, "no sound snapshot replaces the segments that were retired")
                    .file(folder.snapshots())
                    .found("seqs " + stat.firstSeq() + " to " + stat.lastSeq())
                    .wayOut("restore the folder from a backup")
                    .build();
        }
        return 1;
    }

    /** Builds the refusal of a seq older than {@link #firstTellableSeq}. */
    public JournalException tooFarBack(final JournalStat stat, final long seq) {
        final long first = firstTellableSeq(stat);
        return JournalException.of(JournalException.Reason.GAP, "the journal does not reach back to the seq asked for")
                .file(folder.journal())
                .expected("seq " + seq)
                .found("results from seq " + first + " on")
                .wayOut("ask from seq " + first
                        + " on, the lowest that can be computed; what a snapshot replaced may be in a backup")
                .build();
    }

    /**
     * Opens a tail that reads on as the journal grows.
     *
     * @param seq the first seq that the caller wants to report, for the message of a GAP
     * @param snapshot the snapshot whose state the caller has; null if the caller has none and reads from seq 1
     * @throws JournalException GAP if the journal does not reach back to the command after the snapshot; IO
     */
    public JournalTail tail(final long seq, final @Nullable SnapshotStat snapshot) {
        final long fromSeq = snapshot == null ? 1 : snapshot.seq() + 1;
        try {
            final List<Long> covering = folder.segments(storage, fromSeq, fromSeq);
            if (covering.isEmpty() || covering.get(0) > fromSeq) {
                throw tooFarBack(stat(), seq);
            }
            return new JournalTail(storage, folder, identity, covering.get(0), fromSeq, snapshot);
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /** One check of all the segments; repeated a few times while another process writes them. */
    private final class Survey {
        private final Map<Long, SnapshotStat> soundSnapshots = new HashMap<>();
        private final List<Long> snapshotSeqs;
        private final ReadWindow window = new ReadWindow();

        /** Sealed segments, which never change. */
        private final Map<Long, SegmentScan> sealed = new HashMap<>();

        /** Snapshots that were made from another journal, by seq. */
        private final Map<Long, JournalException> strangers = new TreeMap<>();

        /**
         * True if a listed segment was gone when it was to be read: the owner retires segments faster than this reader
         * reads them.
         */
        private boolean isOvertaken;

        Survey(final List<SnapshotStat> snapshots, final List<Long> snapshotSeqs) {
            for (SnapshotStat snapshot : snapshots) {
                if (snapshot.problem() == null) {
                    soundSnapshots.put(snapshot.seq(), snapshot);
                }
            }
            this.snapshotSeqs = snapshotSeqs;
        }

        JournalStat stat() {
            try {
                JournalStat stat = survey();
                for (int attempt = 1; attempt < ATTEMPTS && (isOvertaken || !isSettled(stat)); attempt++) {
                    stat = survey();
                }
                return withPossibleWaysOut(stat);
            } catch (IOException e) {
                throw IoFailure.of(folder, e);
            }
        }

        private JournalStat withPossibleWaysOut(final JournalStat stat) throws IOException {
            final List<JournalException> problems = new ArrayList<>();
            for (JournalException problem : stat.problems()) {
                problems.add(JournalTruncation.withPossibleWayOut(problem, storage, folder, identity));
            }
            return new JournalStat(
                    stat.exchangeId(),
                    stat.createdNs(),
                    stat.settings(),
                    stat.segments(),
                    List.copyOf(problems),
                    stat.notes());
        }

        private static boolean isSettled(final JournalStat stat) {
            return stat.problems().isEmpty()
                    && stat.segments().stream().allMatch(segment -> segment.verdict() == TailVerdict.CLEAN_END);
        }

        private JournalStat survey() throws IOException {
            isOvertaken = false;
            final List<SegmentStat> stats = new ArrayList<>();
            final List<JournalException> problems = new ArrayList<>();
            final List<String> notes = new ArrayList<>();
            // Read before the segments: if an exchange runs meanwhile, the journal only grows beyond the mark.
            final ClosedMark.Found closed = ClosedMark.read(storage, folder, identity);
            SegmentScan lastWithData = null;
            List<Long> segments = folder.segments(storage);
            SegmentScan before = null;
            for (int i = 0; i < segments.size(); i++) {
                final SegmentScan scan = scan(segments.get(i), Successor.of(folder, segments, i), problems);
                if (scan != null && scan.needsSuccessor() && i == segments.size() - 1) {
                    segments = withNewer(segments); // its writer named the newer segment before it wrote the SEAL
                }
                if (scan != null) {
                    stats.add(scan.stat());
                    note(problems, scan::refuseDamage);
                    checkPlace(before, scan, problems);
                    lastWithData = scan.isEmpty() ? lastWithData : scan;
                }
                before = scan;
            }
            problems.addAll(strangers.values());
            if (before != null && !before.isDamaged()) {
                final SegmentScan last = before;
                note(problems, () -> JournalScan.refuseMissingSuccessor(last));
                addUnlessNull(notes, JournalScan.noteOnEnd(last));
                checkEnd(closed, last, chainAtEnd(last, lastWithData), problems, notes);
                note(problems, () -> JournalScan.refuseEndBeforeSnapshot(last, snapshotSeqs, folder));
            }
            if (isOvertaken) {
                problems.add(SegmentReplay.gap(folder, lastSeqOf(stats) + 1, "no segment"));
            }
            if (segments.isEmpty()) {
                problems.add(JournalException.of(JournalException.Reason.GAP, "there is no segment")
                        .file(folder.journal())
                        .wayOut("restore the segments from a backup")
                        .build());
            }
            return new JournalStat(
                    identity.exchangeId(),
                    identity.createdNs(),
                    identity.settings(),
                    List.copyOf(stats),
                    List.copyOf(problems),
                    List.copyOf(notes));
        }

        private static long lastSeqOf(final List<SegmentStat> stats) {
            return stats.isEmpty() ? 0 : stats.get(stats.size() - 1).lastSeq();
        }

        private void checkEnd(
                final ClosedMark.Found closed,
                final SegmentScan last,
                final @Nullable Long chainAtEnd,
                final List<JournalException> problems,
                final List<String> notes)
                throws IOException {
            String note = closed.note();
            final ClosedMark mark = closed.mark();
            if (mark != null) {
                try {
                    note = mark.check(storage, folder, last, chainAtEnd);
                } catch (JournalException e) {
                    problems.add(e);
                }
            }
            if (note != null && ClosedMark.read(storage, folder, identity).equals(closed)) {
                notes.add(note); // otherwise an exchange was started meanwhile, and removed the mark
            }
        }

        /** The chain value after the frame with the last seq; null if no segment and no snapshot has it. */
        private @Nullable Long chainAtEnd(final SegmentScan last, final @Nullable SegmentScan lastWithData) {
            final SnapshotStat snapshot = soundSnapshots.get(last.nextSeq() - 1);
            if (lastWithData != null) {
                return lastWithData.dataEnd().chain();
            }
            if (last.nextSeq() == 1) {
                return Chain.start(identity.exchangeIdHigh(), identity.exchangeIdLow());
            }
            return snapshot == null ? null : Long.valueOf(snapshot.chainAtSeq());
        }

        private static void addUnlessNull(final List<String> notes, final @Nullable String note) {
            if (note != null) {
                notes.add(note);
            }
        }

        private List<Long> withNewer(final List<Long> known) throws IOException {
            final List<Long> segments = new ArrayList<>(known);
            final long last = known.get(known.size() - 1);
            folder.segments(storage).stream().filter(seq -> seq > last).forEach(segments::add);
            return segments;
        }

        private @Nullable SegmentScan scan(
                final long firstSeq, final Successor successor, final List<JournalException> problems)
                throws IOException {
            final SegmentScan known = sealed.get(firstSeq);
            if (known != null) {
                return known;
            }
            try {
                final SegmentScan scan = scanUntilSettled(firstSeq, successor);
                if (scan.sealed()) {
                    sealed.put(firstSeq, scan);
                }
                return scan;
            } catch (JournalException e) {
                problems.add(e);
                return null;
            } catch (NoSuchFileException e) {
                isOvertaken = true;
                return null;
            }
        }

        /**
         * Scans a segment until two scans agree. A writer that appends during a scan can look like damage: zeros where
         * a frame is by now, and after them a proof that it was forced. Damage counts only if it is found twice at the
         * same place.
         */
        private SegmentScan scanUntilSettled(final long firstSeq, final Successor successor) throws IOException {
            SegmentScan scan = scanOnce(firstSeq, successor);
            boolean isSettled = !scan.isDamaged();
            for (int attempt = 1; attempt < ATTEMPTS && !isSettled; attempt++) {
                final SegmentScan again = scanOnce(firstSeq, successor);
                isSettled = !again.isDamaged() || again.endPosition() == scan.endPosition();
                scan = again;
            }
            return scan;
        }

        private SegmentScan scanOnce(final long firstSeq, final Successor successor) throws IOException {
            return SegmentScan.scan(
                    storage, folder.segment(firstSeq), firstSeq, successor, window, this::checkSnapshot);
        }

        private void checkSnapshot(final FrameCursor cursor) {
            final SnapshotStat snapshot = soundSnapshots.get(cursor.nextSeq() - 1);
            if (snapshot != null) {
                try {
                    JournalScan.refuseOtherPast(cursor, snapshot, folder);
                } catch (JournalException e) {
                    strangers.put(snapshot.seq(), e);
                }
            }
        }

        private void checkPlace(
                final @Nullable SegmentScan before, final SegmentScan scan, final List<JournalException> problems) {
            note(problems, () -> JournalScan.refuseForeign(scan, identity));
            if (before == null) {
                note(problems, () -> JournalScan.refuseWrongStart(scan, identity));
            } else {
                note(problems, () -> JournalScan.refuseBreak(before, scan));
            }
        }

        private static void note(final List<JournalException> problems, final Runnable check) {
            try {
                check.run();
            } catch (JournalException e) {
                problems.add(e);
            }
        }
    }
}
