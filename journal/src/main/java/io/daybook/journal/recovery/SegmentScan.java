package io.daybook.journal.recovery;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.FrameType;
import io.daybook.journal.JournalException;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.TailVerdict;
import io.daybook.journal.format.FrameCursor;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * One segment, read from end to end and judged; nothing was changed or applied.
 *
 * @param path the path of the file
 * @param end the place after the last valid frame
 * @param dataEnd the place after the last DATA frame; the first place of the segment if it has none
 * @param durableSeq the highest seq that a valid frame records as forced
 * @param proven the place after the last bytes that a valid frame proves forced
 * @param marked whether the last frame is a SYNCMARK
 * @param tailEnd the offset after the last bytes that are not zero
 * @param flaw what is at {@code endPosition} instead of a frame
 */
public record SegmentScan(
        Path path,
        SegmentHeader header,
        FrameCursor.Place end,
        FrameCursor.Place dataEnd,
        long durableSeq,
        FrameCursor.Place proven,
        boolean sealed,
        boolean marked,
        TailVerdict verdict,
        long tailEnd,
        FrameCursor.Flaw flaw,
        String expected,
        String found,
        SegmentStat stat) {

    private static final String BACKUP = "restore the file from a backup";

    /** Visits every valid frame of a scan; the cursor is at that frame. */
    public interface FrameVisitor {
        void onFrame(FrameCursor cursor) throws IOException;
    }

    public static final FrameVisitor NO_VISITOR = cursor -> {};

    public long endPosition() {
        return end.position();
    }

    /** The seq expected after the last valid frame. */
    public long nextSeq() {
        return end.nextSeq();
    }

    /** The chain value after the last valid frame. */
    public long chain() {
        return end.chain();
    }

    /** Returns whether the valid frames show nothing ever written after the header. */
    public boolean hasNoFrame() {
        return endPosition() == SegmentHeader.LENGTH;
    }

    /** Returns whether a SEAL proves that another segment must follow. */
    public boolean needsSuccessor() {
        return sealed && header.namedBeforeSeal();
    }

    /** Returns whether the segment holds no command. */
    public boolean isEmpty() {
        return nextSeq() == header.firstSeq();
    }

    /**
     * Reads the header of a segment and checks it against the file's length.
     *
     * @throws JournalException SUSPECT if the file is shorter or longer than its header records, CORRUPT or VERSION
     */
    public static SegmentHeader readHeader(final StorageFile file, final Path path, final long firstSeqOfName)
            throws IOException {
        final long length = file.length();
        final byte[] block = new byte[SegmentHeader.LENGTH];
        if (file.readFully(ByteBuffer.wrap(block), 0) < block.length) {
            throw cut(path, length, "at least " + SegmentHeader.LENGTH + " bytes", firstSeqOfName);
        }
        final SegmentHeader header;
        try {
            header = SegmentHeader.decode(block, path);
        } catch (JournalException e) {
            if (e.reason() == JournalException.Reason.VERSION) {
                throw e;
            }
            throw orCut(
                            JournalException.of(
                                            JournalException.Reason.CORRUPT,
                                            "a segment has a bad header, although its name came after the header")
                                    .file(path)
                                    .offset(0)
                                    .expected(String.valueOf(e.expected()))
                                    .found(String.valueOf(e.found()))
                                    .lastGoodSeq(firstSeqOfName - 1),
                            firstSeqOfName)
                    .causedBy(e);
        }
        if (header.firstSeq() != firstSeqOfName) {
            throw JournalException.of(JournalException.Reason.CORRUPT, "a segment has the name of another one")
                    .file(path)
                    .offset(0)
                    .expected("first seq " + firstSeqOfName)
                    .found(header.firstSeq())
                    .wayOut("restore the files of the journal folder under their own names")
                    .build();
        }
        if (length != header.segmentSize()) {
            throw cut(path, length, header.segmentSize() + " bytes", firstSeqOfName);
        }
        return header;
    }

    private static JournalException cut(
            final Path path, final long length, final String expected, final long firstSeq) {
        return orCut(
                        JournalException.of(
                                        JournalException.Reason.SUSPECT,
                                        "a segment does not have the length that it was created with")
                                .file(path)
                                .offset(length)
                                .expected(expected)
                                .found(length + " bytes")
                                .lastGoodSeq(firstSeq - 1),
                        firstSeq)
                .build();
    }

    /** Offers to drop the unreadable segment, which is possible only as a whole and never for the first segment. */
    private static JournalException.Builder orCut(final JournalException.Builder unreadable, final long firstSeq) {
        return firstSeq == 1 ? unreadable.wayOut(BACKUP) : unreadable.wayOutOrCut(BACKUP, firstSeq);
    }

    public static SegmentScan scan(
            final JournalStorage storage,
            final Path path,
            final long firstSeq,
            final Successor successor,
            final ReadWindow window,
            final FrameVisitor visitor)
            throws IOException {
        try (StorageFile file = storage.openReadOnly(path)) {
            final SegmentHeader header = readHeader(file, path, firstSeq);
            final FrameCursor cursor = new FrameCursor(file, header, window);
            final Tally tally = new Tally(FrameCursor.Place.first(header));
            while (cursor.next()) {
                tally.add(cursor);
                visitor.onFrame(cursor);
            }
            final FrameCursor.Tail tail = cursor.sealed()
                    ? new FrameCursor.Tail(TailVerdict.CLEAN_END, cursor.endPosition())
                    : cursor.examineTail(successor.isNone(), () -> successor.awaitsSeal(storage, header, cursor.end()));
            return tally.result(path, header, cursor, tail);
        }
    }

    /** Refuses a segment whose damage forbids a start. */
    public void refuseDamage() {
        if (isDamaged()) {
            throw damage();
        }
    }

    /** Returns whether the segment ends in a way that no crash leaves behind. */
    public boolean isDamaged() {
        return verdict == TailVerdict.CORRUPT || verdict == TailVerdict.SUSPECT;
    }

    /** The flaw of this segment as the exception that reports it. */
    public JournalException damage() {
        final boolean corrupt = verdict == TailVerdict.CORRUPT;
        return JournalException.of(
                        corrupt ? JournalException.Reason.CORRUPT : JournalException.Reason.SUSPECT,
                        corrupt
                                ? "acknowledged commands are damaged"
                                : "the end of the journal is damaged in a way that no crash explains")
                .file(path)
                .offset(endPosition())
                .expected(expected)
                .found(found)
                .lastGoodSeq(nextSeq() - 1)
                .wayOutOrCut(BACKUP, nextSeq())
                .build();
    }

    /** The counters of a running scan. */
    private static final class Tally {
        private final long[] framesByType = new long[FrameType.SEAL.code() + 1];
        private long lz4Frames;
        private long storedBytes;
        private long uncompressedBytes;
        private long padBytes;
        private long durableSeq;
        private FrameCursor.Place dataEnd;
        private FrameCursor.Place proven;
        private int lastType;

        Tally(final FrameCursor.Place first) {
            dataEnd = first;
            proven = first;
        }

        void add(final FrameCursor cursor) {
            final byte[] buffer = cursor.window();
            final int frame = cursor.frame();
            lastType = FrameDescriptor.type(buffer, frame);
            durableSeq = Math.max(durableSeq, FrameDescriptor.durableSeq(buffer, frame));
            if (FrameDescriptor.durableSeq(buffer, frame) == FrameDescriptor.firstSeq(buffer, frame) - 1) {
                proven = dataEnd; // not the start of this frame: a SNAPMARK before it need not be forced
            }
            final FrameType type = FrameType.of(lastType);
            framesByType[type.code()]++;
            if (type == FrameType.DATA) {
                dataEnd = cursor.end();
                storedBytes += FrameDescriptor.storedLength(buffer, frame);
                uncompressedBytes += FrameDescriptor.uncompressedLength(buffer, frame);
                lz4Frames += FrameDescriptor.codec(buffer, frame) == FrameDescriptor.CODEC_LZ4 ? 1 : 0;
            } else if (type == FrameType.PAD) {
                padBytes += FrameDescriptor.frameLength(buffer, frame);
            }
        }

        SegmentScan result(
                final Path path, final SegmentHeader header, final FrameCursor cursor, final FrameCursor.Tail tail) {
            final boolean clean = tail.verdict() == TailVerdict.CLEAN_END;
            final SegmentStat stat = new SegmentStat(
                    String.valueOf(path.getFileName()),
                    header.formatVersion(),
                    header.number(),
                    header.firstSeq(),
                    cursor.nextSeq() - 1,
                    header.segmentSize(),
                    cursor.endPosition(),
                    framesByType[FrameType.DATA.code()],
                    lz4Frames,
                    framesByType[FrameType.SYNCMARK.code()],
                    framesByType[FrameType.PAD.code()],
                    framesByType[FrameType.SNAPMARK.code()],
                    storedBytes,
                    uncompressedBytes,
                    padBytes,
                    cursor.sealed(),
                    tail.verdict(),
                    clean
                            ? ""
                            : "at " + cursor.endPosition() + ": expected " + cursor.expected() + ", found "
                                    + cursor.found(),
                    header.fingerprint().codecVersion(),
                    header.fingerprint().semanticsVersion());
            return new SegmentScan(
                    path,
                    header,
                    cursor.end(),
                    dataEnd,
                    durableSeq,
                    proven,
                    cursor.sealed(),
                    lastType == FrameType.SYNCMARK.code(),
                    tail.verdict(),
                    tail.end(),
                    cursor.flaw(),
                    cursor.expected(),
                    cursor.found(),
                    stat);
        }
    }
}
