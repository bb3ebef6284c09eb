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
 * Follows a journal that another thread or process writes, without its lock and without changing a byte of the folder.
 * Each poll delivers the new blocks, across rotations and restarts of the writer.
 *
 * <p>A block is delivered once a later frame proves that it was forced, so that it survives any crash. The writer
 * leaves such a frame about a millisecond after its last force, or CLOSED when it ends. Bytes after the last valid
 * frame count as not yet written; only if they stay invalid for {@value #POLLS} polls are they judged as a start would
 * judge them.
 *
 * <p>Between polls no file is open: retention keeps nothing for this reader. Used by one thread.
 */
public final class JournalTail {
    /** How many polls may find no valid frame at the same place before the segment is read again and judged. */
    private static final int POLLS = 1_000;

    private static final int MOST_POLLS = 64 * POLLS;

    /**
     * After this many polls without anything new, frames that were seen but not delivered are read again, because they
     * may be gone.
     */
    private static final int POLLS_BEFORE_READING_AGAIN = 100;

    /**
     * After this many polls the writer may have closed: no later frame comes then, but CLOSED proves that everything
     * was forced.
     */
    private static final int POLLS_BEFORE_CLOSED_CHECK = 10;

    private static final int READ_AHEAD = 128 << 10;

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Identity identity;
    private final long fromSeq;
    private final @Nullable SnapshotStat snapshot;
    private final ReadWindow window = new ReadWindow();
    private final BlockReader blocks = new BlockReader();

    /** The first seq of the current segment, from its name. */
    private long firstSeq;

    private @Nullable SegmentHeader before;
    private @Nullable SegmentHeader header;

    /** The place after the last valid frame. */
    private FrameCursor.Place seen = new FrameCursor.Place(0, 0, 0);

    /** The place after the last frame that was delivered; at most {@link #seen}. */
    private FrameCursor.Place sent = seen;

    /** The last seq of the block after {@link #sent}, which is not yet proven forced; 0 if it is not known. */
    private long waitingFor;

    private long durableSeq;
    private boolean sealed;
    private FrameCursor.Flaw flaw = FrameCursor.Flaw.NONE;
    private int polls;
    private int pollsBeforeJudging = POLLS;

    /** Where the last judgement found damage; −1 for none. */
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
     * Delivers the blocks and marks that have come since the last poll and are proven forced.
     *
     * @param releasedSeq blocks up to here are delivered without a proof, because the writer has already released their
     *     results; 0 for none
     * @param stop called before each block; ends the poll by returning true
     * @return whether anything was delivered
     * @throws JournalException GAP if a segment that is still to be read was retired; CORRUPT or SUSPECT for damage
     *     that no crash explains, or if delivered blocks were cut off; VERSION; IO
     */
    public boolean poll(final long releasedSeq, final BooleanSupplier stop, final ReplayConsumer consumer) {
        boolean any = false;
        try {
            do {
                any |= pollSegment(releasedSeq, stop, consumer);
            } while (hasNextSegment());
        } catch (NoSuchFileException e) {
            throw SegmentReplay.gap(
                    folder, Math.max(sent.nextSeq(), fromSeq), "no " + segment().getFileName());
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
            if (polls % POLLS_BEFORE_READING_AGAIN == POLLS_BEFORE_READING_AGAIN - 1) {
                forgetUnforced();
            }
            scanForward(file, current);
            if (!sent.equals(seen) && polls % POLLS_BEFORE_CLOSED_CHECK == POLLS_BEFORE_CLOSED_CHECK - 1) {
                learnFromClosed();
            }
            final boolean any = deliver(file, current, Math.max(durableSeq, releasedSeq), stop, consumer);
            if (any || !seen.equals(seenBefore)) {
                polls = 0;
                pollsBeforeJudging = POLLS;
                damagedAt = -1;
            } else if (++polls >= pollsBeforeJudging) {
                polls = 0;
                pollsBeforeJudging = Math.min(2 * pollsBeforeJudging, MOST_POLLS);
                judge(current);
            }
            return any;
        }
    }

    /**
     * Adopts the header of the current segment; while nothing of the segment was delivered, another segment may have
     * taken its place.
     */
    private SegmentHeader adopt(final SegmentHeader found) {
        final SegmentHeader known = header;
        if (known != null
                && known.number() == found.number()
                && known.segmentSize() == found.segmentSize()
                && Arrays.equals(known.headerSeed(), found.headerSeed())) {
            return known;
        }
        if (known != null && !sent.equals(FrameCursor.Place.first(known))) {
            throw changed("the segment that was read", "another of that name");
        }
        refuseForeign(found);
        header = found;
        seen = FrameCursor.Place.first(found);
        sent = seen;
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
                : found.number() == last.number() + 1 && found.chainBefore() == sent.chain();
        if (!isOwn || !follows) {
            throw changed("a segment chained to what was read before", "segment " + found.number());
        }
    }

    private JournalException changed(final String expected, final String found) {
        return JournalException.of(JournalException.Reason.CORRUPT, "the journal is not the one that was read before")
                .file(segment())
                .offset(sent.position())
                .expected(expected)
                .found(found)
                .lastGoodSeq(sent.nextSeq() - 1)
                .wayOut("read again from the start: the journal was truncated, or its folder was replaced")
                .build();
    }

    /** Reads up to the last valid frame, and notes what is proven forced. */
    private void scanForward(final StorageFile file, final SegmentHeader current) throws IOException {
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

    private boolean deliver(
            final StorageFile file,
            final SegmentHeader current,
            final long toSeq,
            final BooleanSupplier stop,
            final ReplayConsumer consumer)
            throws IOException {
        if (sent.equals(seen) || toSeq < waitingFor) {
            return false;
        }
        final FrameCursor cursor = new FrameCursor(file, current, sent, window, READ_AHEAD);
        boolean any = false;
        while (sent.position() < seen.position() && !stop.getAsBoolean() && cursor.next()) {
            if (cursor.nextSeq() - 1 > toSeq) {
                waitingFor = cursor.nextSeq() - 1;
                break;
            }
            sent = cursor.end(); // before the call: if it throws, the block is not delivered again
            if (cursor.nextSeq() > fromSeq) {
                blocks.deliver(cursor, segment(), current.fingerprint(), consumer);
                any = true;
            }
        }
        return any;
    }

    /** Moves on to the segment after one that is delivered completely. */
    private boolean hasNextSegment() throws IOException {
        if (!sealed || !sent.equals(seen)) {
            return false;
        }
        final List<Long> segments = folder.segments(storage);
        if (!segments.contains(sent.nextSeq())) {
            if (!segments.isEmpty() && segments.get(segments.size() - 1) > sent.nextSeq()) {
                throw SegmentReplay.gap(folder, sent.nextSeq(), "seq " + segments.get(segments.size() - 1));
            }
            return false; // versions before 2 name the successor after the SEAL
        }
        before = header;
        header = null;
        sealed = false;
        firstSeq = sent.nextSeq();
        return true;
    }

    /**
     * Judges a segment in which nothing new has come for long: reads it again from the start and refuses what a start
     * would refuse. Damage counts only if it is found twice, because a writer that appends during a scan can look like
     * damage.
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
        final boolean[] isPassed = {sent.equals(FrameCursor.Place.first(current))};
        final SegmentScan scan = SegmentScan.scan(
                storage,
                segment(),
                firstSeq,
                Successor.of(folder, segments, index),
                new ReadWindow(),
                cursor -> isPassed[0] |= cursor.end().equals(sent));
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

    /**
     * Discards frames that were seen but not forced: a loss of power or an operator may have removed them, and other
     * frames may have taken their place.
     */
    private void forgetUnforced() {
        if (!sent.equals(seen)) {
            seen = sent;
            waitingFor = 0;
            durableSeq = sent.nextSeq() - 1;
            sealed = false;
        }
    }
}
