package io.daybook.journal.recovery;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.FrameType;
import io.daybook.journal.JournalException;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.TailVerdict;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.Chain;
import io.daybook.journal.format.FrameCursor;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.format.SegmentHeader;
import io.daybook.journal.snapshot.SnapshotManifest;
import io.daybook.journal.snapshot.SnapshotReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All the segments that a recovery needs, scanned and checked against each other before anything is applied.
 *
 * @param segments ascending, never empty
 * @param unneeded the segment before them if its SEAL may be missing; null if that is impossible, or it cannot be read
 */
public record JournalScan(
        List<SegmentScan> segments, @Nullable SegmentScan unneeded) {

    public SegmentScan last() {
        return segments.get(segments.size() - 1);
    }

    /** The segment before the last; null if it need not be repaired. */
    @Nullable
    public SegmentScan beforeLast() {
        return segments.size() > 1 ? segments.get(segments.size() - 2) : unneeded;
    }

    /**
     * The chain value after the frame that holds the last seq; the start of the chain if there is none.
     *
     * @param snapshot the snapshot from which to start, which replaces all commands before the segments; null if there
     *     is none
     */
    public long chainAtLastSeq(final Identity identity, final @Nullable SnapshotReader snapshot) {
        for (int i = segments.size() - 1; i >= 0; i--) {
            if (!segments.get(i).isEmpty()) {
                return segments.get(i).dataEnd().chain();
            }
        }
        return snapshot == null
                ? Chain.start(identity.exchangeIdHigh(), identity.exchangeIdLow())
                : snapshot.stat().chainAtSeq();
    }

    public long lastSeq() {
        return last().nextSeq() - 1;
    }

    /**
     * Scans from the segment that holds the first seq wanted to the end of the journal.
     *
     * @param fromSeq the first seq that is needed
     * @throws JournalException CORRUPT, SUSPECT, GAP, VERSION
     */
    public static JournalScan from(
            final JournalStorage storage,
            final JournalFolder folder,
            final Identity identity,
            final long fromSeq,
            final ReadWindow window,
            final SegmentScan.FrameVisitor visitor)
            throws IOException {
        final List<Long> needed = needed(storage, folder, fromSeq);
        final List<SegmentScan> scans = new ArrayList<>(needed.size());
        SegmentScan before = null;
        for (int i = 0; i < needed.size(); i++) {
            final long firstSeq = needed.get(i);
            final Path path = folder.segment(firstSeq);
            final SegmentScan scan =
                    SegmentScan.scan(storage, path, firstSeq, Successor.of(folder, needed, i), window, visitor);
            refuseForeign(scan, identity);
            if (before == null) {
                refuseWrongStart(scan, identity);
            } else {
                refuseBreak(before, scan);
            }
            scan.refuseDamage();
            scans.add(scan);
            before = scan;
        }
        refuseMissingSuccessor(scans.get(scans.size() - 1));
        return new JournalScan(scans, scans.size() > 1 ? null : waitingForSeal(storage, folder, scans.get(0), window));
    }

    /**
     * Returns the segment before the only one that is needed, if the needed one is empty: a crash may have cut the
     * rotation to it.
     */
    private static @Nullable SegmentScan waitingForSeal(
            final JournalStorage storage, final JournalFolder folder, final SegmentScan only, final ReadWindow window)
            throws IOException {
        final List<Long> segments = folder.segments(storage);
        final int index = segments.indexOf(only.header().firstSeq()) - 1;
        if (index < 0 || !only.hasNoFrame()) {
            return null;
        }
        try {
            final long firstSeq = segments.get(index);
            final SegmentScan before = SegmentScan.scan(
                    storage,
                    folder.segment(firstSeq),
                    firstSeq,
                    Successor.of(folder, segments, index),
                    window,
                    SegmentScan.NO_VISITOR);
            before.refuseDamage();
            refuseBreak(before, only);
            return before;
        } catch (JournalException damaged) {
            return null; // nothing in that segment is needed, and a verification reports its damage
        }
    }

    /**
     * Refuses a sealed last segment in the format in which the successor is named before the SEAL is written: the
     * successor is missing.
     */
    public static void refuseMissingSuccessor(final SegmentScan last) {
        if (last.needsSuccessor()) {
            throw JournalException.of(
                            JournalException.Reason.GAP, "the last segment is sealed, and its successor is missing")
                    .file(last.path())
                    .offset(last.endPosition())
                    .expected("segment " + (last.header().number() + 1) + " at seq " + last.nextSeq())
                    .found("no segment")
                    .lastGoodSeq(last.nextSeq() - 1)
                    .wayOutOrCut("restore the missing segments from a backup", last.nextSeq())
                    .build();
        }
    }

    /** A note about an end of a journal at which a missing segment would go unnoticed; null if there is none. */
    public static @Nullable String noteOnEnd(final SegmentScan last) {
        if (!last.sealed() || last.needsSuccessor()) {
            return null;
        }
        return "the last segment, " + last.path() + ", is sealed at seq " + (last.nextSeq() - 1)
                + " and has no successor: a crash interrupted a rotation, or a file is missing";
    }

    private static List<Long> needed(final JournalStorage storage, final JournalFolder folder, final long fromSeq)
            throws IOException {
        final List<Long> needed = folder.segments(storage, fromSeq, Long.MAX_VALUE);
        if (needed.isEmpty() || needed.get(0) > fromSeq) {
            throw JournalException.of(
                            JournalException.Reason.GAP, "the segment that holds the first seq needed is missing")
                    .file(folder.journal())
                    .expected("a segment with seq " + fromSeq)
                    .found(needed.isEmpty() ? "no segment" : "none before seq " + needed.get(0))
                    .wayOut("restore the missing segments, or a later snapshot, from a backup")
                    .build();
        }
        return needed;
    }

    public static void refuseForeign(final SegmentScan scan, final Identity identity) {
        final SegmentHeader header = scan.header();
        if (header.exchangeIdHigh() != identity.exchangeIdHigh()
                || header.exchangeIdLow() != identity.exchangeIdLow()
                || !header.fingerprint().settings().equals(identity.settings())) {
            throw JournalException.of(JournalException.Reason.CORRUPT, "a segment of another exchange is in the folder")
                    .file(scan.path())
                    .offset(0)
                    .expected("exchange " + identity.exchangeId() + " with " + identity.settings())
                    .found("exchange " + new java.util.UUID(header.exchangeIdHigh(), header.exchangeIdLow()) + " with "
                            + header.fingerprint().settings())
                    .wayOut("restore the folder's own segment from a backup")
                    .build();
        }
    }

    public static void refuseWrongStart(final SegmentScan scan, final Identity identity) {
        final SegmentHeader header = scan.header();
        final boolean isFirst = header.firstSeq() == 1;
        if (isFirst != (header.number() == 1)
                || (isFirst
                        && header.chainBefore() != Chain.start(identity.exchangeIdHigh(), identity.exchangeIdLow()))) {
            throw JournalException.of(JournalException.Reason.CORRUPT, "the first segment doesn't begin the chain")
                    .file(scan.path())
                    .offset(0)
                    .expected("segment 1 at seq 1, chained to the exchange id")
                    .found("segment " + header.number() + " at seq " + header.firstSeq())
                    .wayOut("restore the segment from a backup")
                    .build();
        }
    }

    /** Refuses a block that ends at the seq of a snapshot if the snapshot was not made from that block. */
    public static void refuseOtherPast(
            final FrameCursor cursor, final SnapshotStat snapshot, final JournalFolder folder) {
        if (cursor.nextSeq() == snapshot.seq() + 1
                && FrameDescriptor.type(cursor.window(), cursor.frame()) == FrameType.DATA.code()
                && cursor.chain() != snapshot.chainAtSeq()) {
            throw JournalException.of(
                            JournalException.Reason.CORRUPT,
                            "the journal is not the one that the snapshot was made from")
                    .file(folder.snapshot(snapshot.seq()).resolve(SnapshotManifest.FILE_NAME))
                    .offset(SnapshotManifest.CHAIN_OFFSET)
                    .expected("chain " + Long.toHexString(cursor.chain()) + ", as in the journal at seq "
                            + snapshot.seq())
                    .found(Long.toHexString(snapshot.chainAtSeq()))
                    .wayOut("restore the folder as a whole from a backup")
                    .build();
        }
    }

    /**
     * Refuses a journal that ends before a snapshot: a snapshot is completed only after the journal is forced through
     * its seq.
     *
     * @param snapshots seqs of all snapshots, including bad ones, ascending
     */
    public static void refuseEndBeforeSnapshot(
            final SegmentScan last, final List<Long> snapshots, final JournalFolder folder) {
        final long newest = snapshots.isEmpty() ? 0 : snapshots.get(snapshots.size() - 1);
        final long lastSeq = last.nextSeq() - 1;
        if (lastSeq < newest) {
            throw JournalException.of(JournalException.Reason.CORRUPT, "the journal ends before a snapshot")
                    .file(last.path())
                    .offset(last.endPosition())
                    .expected("seq " + newest + ", as in " + folder.snapshot(newest))
                    .found("seq " + lastSeq)
                    .lastGoodSeq(lastSeq)
                    .wayOutOrCut("restore the segments from a backup", lastSeq + 1)
                    .build();
        }
    }

    public static void refuseBreak(final SegmentScan before, final SegmentScan scan) {
        final SegmentHeader header = scan.header();
        final String files = before.path() + " and " + scan.path();
        if (header.number() != before.header().number() + 1 || header.firstSeq() != before.nextSeq()) {
            throw JournalException.of(JournalException.Reason.GAP, "two segments don't follow each other")
                    .file(files)
                    .offset(0)
                    .expected("segment " + (before.header().number() + 1) + " at seq " + before.nextSeq())
                    .found("segment " + header.number() + " at seq " + header.firstSeq())
                    .lastGoodSeq(before.nextSeq() - 1)
                    .wayOutOrCut("restore the missing segment from a backup", before.nextSeq())
                    .build();
        }
        // If the SEAL is still due, the chain value has already identified the successor.
        if (before.verdict() != TailVerdict.UNSEALED && header.chainBefore() != before.chain()) {
            throw JournalException.of(JournalException.Reason.CORRUPT, "a segment is not chained to the one before")
                    .file(files)
                    .offset(0)
                    .expected("chain " + Long.toHexString(before.chain()))
                    .found(Long.toHexString(header.chainBefore()))
                    .lastGoodSeq(before.nextSeq() - 1)
                    .wayOutOrCut("restore the segments from a backup", before.nextSeq())
                    .build();
        }
        if (before.header().fingerprint().isNewerThan(header.fingerprint())) {
            throw JournalException.of(
                            JournalException.Reason.VERSION, "a segment has an older version than the one before")
                    .file(files)
                    .offset(0)
                    .expected("at least " + before.header().fingerprint().versions())
                    .found(header.fingerprint().versions())
                    .lastGoodSeq(before.nextSeq() - 1)
                    .wayOutOrCut("restore the segments from a backup", before.nextSeq())
                    .build();
        }
    }
}
