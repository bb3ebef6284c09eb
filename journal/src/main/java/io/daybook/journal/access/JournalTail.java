package io.daybook.journal.access;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.ReplayConsumer;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.BlockReader;
import io.daybook.journal.format.Chain;
import io.daybook.journal.format.FrameCursor;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.format.SegmentHeader;
import io.daybook.journal.recovery.ClosedMark;
import io.daybook.journal.recovery.JournalScan;
import io.daybook.journal.recovery.SegmentReplay;
import io.daybook.journal.recovery.SegmentScan;
import io.daybook.journal.recovery.Successor;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal that another thread or process writes, on and on, without its lock and without changing a byte of the
 * folder: each poll hands out the blocks that have come, across rotations and restarts of the writer.
 *
 * <p>A block is handed out once a later frame says that it was forced, so that it is in the folder after any crash. The
 * writer leaves such a frame about a millisecond after its last force, or CLOSED at its end. What lies behind the last
 * valid frame is not yet written, torn or not; only where it stays so for {@value #LOOKS} polls is it judged as a start
 * would judge it.
 *
 * <p>Between polls no file is open: nothing is kept for this reader. Used by one thread.
 */
public final class JournalTail {
    /** How many polls the same place may hold no valid frame before the segment is read anew and judged. */
    private static final int LOOKS = 1_000;

    private static final int MOST_LOOKS = 64 * LOOKS;

    /** After so many polls without anything new, what was seen and not handed out is read again: it may be gone. */
    private static final int LOOKS_BEFORE_READING_AGAIN = 100;

    /** After so many the writer may have closed: then no later frame comes, but CLOSED says that all was forced. */
    private static final int LOOKS_BEFORE_ASKING_CLOSED = 10;

    private static final int READ_AHEAD = 128 << 10;

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Identity identity;
    private final long fromSeq;
    private final @Nullable SnapshotStat snapshot;
    private final ReadWindow window = new ReadWindow();
    private final BlockReader blocks = new BlockReader();

    /** Of the segment that is read, by its name. */
    private long firstSeq;

    private @Nullable SegmentHeader before;
    private @Nullable SegmentHeader header;

    /** Behind the last valid frame. */
    private FrameCursor.Place seen = new FrameCursor.Place(0, 0, 0);

    /** Behind the last frame that was handed out; at most {@link #seen}. */
    private FrameCursor.Place told = seen;

    /** The last seq of the block behind {@link #told}, which is not proven forced; 0 if it is not known. */
    private long waitingFor;

    private long durableSeq;
    private boolean sealed;
    private FrameCursor.Flaw flaw = FrameCursor.Flaw.NONE;
    private int looks;
    private int looksBeforeJudging = LOOKS;

    /** Where the last judgement found damage; −1 for nowhere. */
    private long damagedAt = -1;

    JournalTail(
            final JournalStorage storage,
            final JournalFolder folder,
            final Identity identity,
            final long firstSeq,
            final long fromSeq,
            final @Nullable SnapshotStat snapshot) {
        this.storage = storage;
        this.folder = folder;
        this.identity = identity;
        this.firstSeq = firstSeq;
        this.fromSeq = fromSeq;
        this.snapshot = snapshot;
    }

    /**
     * Hands out the blocks and marks that have come since the last poll and are proven forced.
     *
     * @param releasedSeq blocks up to here are handed out without a proof: where the caller knows from the writer that
     *     their results were let go; 0 for none
     * @param stop asked before each block; true ends the poll
     * @return whether anything was handed out
     * @throws JournalException GAP if a segment that is still to be read was retired; CORRUPT or SUSPECT for damage
     *     that no crash explains, and where the journal was cut before what was handed out; VERSION; IO
     */
    public boolean poll(final long releasedSeq, final BooleanSupplier stop, final ReplayConsumer consumer) {
        boolean any = false;
        try {
            do {
                any |= pollSegment(releasedSeq, stop, consumer);
            } while (hasNextSegment());
        } catch (NoSuchFileException e) {
            throw SegmentReplay.gap(
                    folder, Math.max(told.nextSeq(), fromSeq), "no " + segment().getFileName());
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
        return any;
    }

    private Path segment() {
        return folder.segment(firstSeq);
    }

    private boolean pollSegment(final long releasedSeq, final BooleanSupplier stop, final ReplayConsumer consumer)
            throws IOException {
        try (StorageFile file = storage.openReadOnly(segment())) {
            final SegmentHeader current = adopt(SegmentScan.readHeader(file, segment(), firstSeq));
            final FrameCursor.Place seenBefore = seen;
            if (looks % LOOKS_BEFORE_READING_AGAIN == LOOKS_BEFORE_READING_AGAIN - 1) {
                forgetWhatWasSeen();
            }
            look(file, current);
            if (!told.equals(seen) && looks % LOOKS_BEFORE_ASKING_CLOSED == LOOKS_BEFORE_ASKING_CLOSED - 1) {
                learnFromClosed();
            }
            final boolean any = tell(file, current, Math.max(durableSeq, releasedSeq), stop, consumer);
            if (any || !seen.equals(seenBefore)) {
                looks = 0;
                looksBeforeJudging = LOOKS;
                damagedAt = -1;
            } else if (++looks >= looksBeforeJudging) {
                looks = 0;
                looksBeforeJudging = Math.min(2 * looksBeforeJudging, MOST_LOOKS);
                judge(current);
            }
            return any;
        }
    }

    /** The header that is believed; a segment of which nothing was handed out may be another than before. */
    private SegmentHeader adopt(final SegmentHeader found) {
        final SegmentHeader known = header;
        if (known != null
                && known.number() == found.number()
                && known.segmentSize() == found.segmentSize()
                && Arrays.equals(known.headerSeed(), found.headerSeed())) {
            return known;
        }
        if (known != null && !told.equals(FrameCursor.Place.first(known))) {
            throw changed("the segment that was read", "another of that name");
        }
        refuseForeign(found);
        header = found;
        seen = FrameCursor.Place.first(found);
        told = seen;
        waitingFor = 0;
        durableSeq = found.lastSeqBefore();
        return found;
    }

    private void refuseForeign(final SegmentHeader found) {
        final SegmentHeader last = before;
        final boolean isOwn = found.exchangeIdHigh() == identity.exchangeIdHigh()
                && found.exchangeIdLow() == identity.exchangeIdLow();
        final boolean follows = last == null
                ? found.firstSeq() != 1
                        || found.chainBefore() == Chain.start(identity.exchangeIdHigh(), identity.exchangeIdLow())
                : found.number() == last.number() + 1 && found.chainBefore() == told.chain();
        if (!isOwn || !follows) {
            throw changed("a segment chained to what was read before", "segment " + found.number());
        }
    }

    private JournalException changed(final String expected, final String found) {
        return JournalException.of(JournalException.Reason.CORRUPT, "the journal is not the one that was read before")
                .file(segment())
                .offset(told.position())
                .expected(expected)
                .found(found)
                .lastGoodSeq(told.nextSeq() - 1)
                .wayOut("begin anew: it was cut, or another folder lies in its place")
                .build();
    }

    /** Moves on to the end of the valid frames, and learns what was forced. */
    private void look(final StorageFile file, final SegmentHeader current) throws IOException {
        if (sealed) {
            return;
        }
        final FrameCursor cursor = new FrameCursor(file, current, seen, window, READ_AHEAD);
        while (cursor.next()) {
            durableSeq = Math.max(durableSeq, FrameDescriptor.durableSeq(cursor.window(), cursor.frame()));
            if (snapshot != null) {
                JournalScan.refuseOtherPast(cursor, snapshot, folder);
            }
        }
        seen = cursor.end();
        sealed = cursor.sealed();
        flaw = cursor.flaw();
    }

    private void learnFromClosed() throws IOException {
        final ClosedMark mark = ClosedMark.read(storage, folder, identity).mark();
        if (mark != null && mark.lastSeq() == seen.nextSeq() - 1) {
            durableSeq = Math.max(durableSeq, mark.lastSeq());
        }
    }

    private boolean tell(
            final StorageFile file,
            final SegmentHeader current,
            final long toSeq,
            final BooleanSupplier stop,
            final ReplayConsumer consumer)
            throws IOException {
        if (told.equals(seen) || toSeq < waitingFor) {
            return false;
        }
        final FrameCursor cursor = new FrameCursor(file, current, told, window, READ_AHEAD);
        boolean any = false;
        while (told.position() < seen.position() && !stop.getAsBoolean() && cursor.next()) {
            if (cursor.nextSeq() - 1 > toSeq) {
                waitingFor = cursor.nextSeq() - 1;
                break;
            }
            told = cursor.end(); // before the call: what it throws does not bring the block again
            if (cursor.nextSeq() > fromSeq) {
                blocks.deliver(cursor, segment(), current.fingerprint(), consumer);
                any = true;
            }
        }
        return any;
    }

    /** Moves on to the segment behind one that is handed out whole. */
    private boolean hasNextSegment() throws IOException {
        if (!sealed || !told.equals(seen)) {
            return false;
        }
        final List<Long> segments = folder.segments(storage);
        if (!segments.contains(told.nextSeq())) {
            if (!segments.isEmpty() && segments.get(segments.size() - 1) > told.nextSeq()) {
                throw SegmentReplay.gap(folder, told.nextSeq(), "seq " + segments.get(segments.size() - 1));
            }
            return false; // a version before 2 names it behind the SEAL
        }
        before = header;
        header = null;
        sealed = false;
        firstSeq = told.nextSeq();
        return true;
    }

    /**
     * Nothing has come for long. Where that is more than silence, reads the whole segment again, and refuses what a
     * start would refuse; damage only where it is found twice, because a writer that goes on during a scan can look so.
     */
    private void judge(final SegmentHeader current) throws IOException {
        final List<Long> segments = folder.segments(storage);
        final int index = segments.indexOf(firstSeq);
        if (index < 0) {
            throw new NoSuchFileException(segment().toString());
        }
        if (flaw == FrameCursor.Flaw.HEADER_ZERO && index == segments.size() - 1) {
            return;
        }
        final boolean[] isPassed = {told.equals(FrameCursor.Place.first(current))};
        final SegmentScan scan = SegmentScan.scan(
                storage,
                segment(),
                firstSeq,
                Successor.of(folder, segments, index),
                new ReadWindow(),
                cursor -> isPassed[0] |= cursor.end().equals(told));
        if (!isPassed[0]) {
            throw changed("a frame that ends there", "frames up to seq " + (scan.nextSeq() - 1));
        }
        if (index == segments.size() - 1) {
            JournalScan.refuseMissingSuccessor(scan);
        }
        if (scan.isDamaged() && scan.endPosition() == damagedAt) {
            throw scan.damage();
        }
        damagedAt = scan.isDamaged() ? scan.endPosition() : -1;
    }

    /** Power that was lost, or an operator, may have taken frames that were not forced; others come in their place. */
    private void forgetWhatWasSeen() {
        if (!told.equals(seen)) {
            seen = told;
            waitingFor = 0;
            durableSeq = told.nextSeq() - 1;
            sealed = false;
        }
    }
}
