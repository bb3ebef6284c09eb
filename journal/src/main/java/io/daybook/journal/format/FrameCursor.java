package io.daybook.journal.format;

import static io.daybook.journal.format.FrameDescriptor.HEADER_LENGTH;
import static io.daybook.journal.format.FrameDescriptor.MAX_FRAME_LENGTH;
import static io.daybook.journal.format.FrameDescriptor.MAX_UNCOMPRESSED_LENGTH;
import static io.daybook.journal.format.FrameDescriptor.alignedLength;

import io.daybook.host.storage.StorageFile;
import io.daybook.journal.FrameType;
import io.daybook.journal.TailVerdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Walks the frames of one segment, each checked in full before it is shown. It stops at the SEAL, or at the first
 * position without a valid frame, whose flaw it reports; it never skips to a later good frame.
 */
public final class FrameCursor {
    /** Why there is no valid frame at a position. */
    public enum Flaw {
        NONE,
        HEADER_ZERO,
        HEADER_INVALID,
        CONTRADICTION,
        BODY_INVALID
    }

    private final StorageFile file;
    private final long size;
    private final byte[] seed;
    private final boolean seeded;
    private final CRC32C crc = new CRC32C();
    private final byte[] window;
    private final ByteBuffer windowView;
    private final int readAhead;
    private long windowStart;
    private int windowLength;

    private int frame;
    private long position;
    private long nextPosition;
    private long nextSeq;
    private long chain;
    private boolean sealed;

    private Flaw flaw = Flaw.NONE;
    private String expected = "";
    private String found = "";

    /**
     * A place between two frames.
     *
     * @param position the position in the file
     * @param nextSeq the seq that is expected there
     * @param chain the chain value there
     */
    public record Place(long position, long nextSeq, long chain) {
        /** The place of the first frame of a segment. */
        public static Place first(final SegmentHeader header) {
            return new Place(SegmentHeader.LENGTH, header.firstSeq(), header.chainBefore());
        }
    }

    /**
     * Creates a cursor before the first frame.
     *
     * @param readWindow the buffer to read into; in use until the walk ends
     */
    public FrameCursor(final StorageFile file, final SegmentHeader header, final ReadWindow readWindow) {
        this(file, header, Place.first(header), readWindow);
    }

    /** Creates a cursor that begins at a given place. */
    public FrameCursor(
            final StorageFile file, final SegmentHeader header, final Place from, final ReadWindow readWindow) {
        this(file, header, from, readWindow, Integer.MAX_VALUE);
    }

    /**
     * Creates a cursor that begins at a given place, with a limit on read-ahead.
     *
     * @param readAhead bytes per read, unless a frame is longer; at most the whole window
     */
    public FrameCursor(
            final StorageFile file,
            final SegmentHeader header,
            final Place from,
            final ReadWindow readWindow,
            final int readAhead) {
        this.file = file;
        this.size = header.segmentSize();
        this.seed = header.headerSeed();
        this.seeded = header.isSeeded();
        this.window = readWindow.forSegment(header.segmentSize());
        this.windowView = ByteBuffer.wrap(window);
        this.readAhead = Math.min(readAhead, window.length);
        this.nextPosition = from.position();
        this.nextSeq = from.nextSeq();
        this.chain = from.chain();
    }

    /** Moves to the next frame; returns false after the SEAL, or if there is no valid frame. */
    public boolean next() throws IOException {
        if (sealed || flaw != Flaw.NONE) {
            return false;
        }
        final long at = nextPosition;
        final int index = load(at, HEADER_LENGTH);
        if (index < 0 || FrameDescriptor.isZero(window, index, HEADER_LENGTH)) {
            return stop(Flaw.HEADER_ZERO, "a frame", "zeros");
        }
        if (FrameDescriptor.magic(window, index) != FrameDescriptor.MAGIC) {
            return stop(
                    Flaw.HEADER_INVALID,
                    "frame magic " + HeaderBytes.hex(FrameDescriptor.MAGIC),
                    HeaderBytes.hex(FrameDescriptor.magic(window, index)));
        }
        final int headerCrc = FrameDescriptor.computeHeaderCrc(crc, seed, window, index);
        if (headerCrc != FrameDescriptor.headerCrc(window, index)) {
            return stop(
                    Flaw.HEADER_INVALID,
                    "a header with a valid crc32c",
                    "another crc32c"); // neither value is shown: they would reveal the effect of the segment's seed
        }
        final String contradiction = contradiction(index, at);
        if (contradiction != null) {
            return stop(Flaw.CONTRADICTION, "seq " + nextSeq + ", chain " + Long.toHexString(chain), contradiction);
        }
        final int length = FrameDescriptor.frameLength(window, index);
        final int body = load(at, length);
        final int payloadCrc = body < 0 ? 0 : FrameDescriptor.computePayloadCrc(crc, window, body, length);
        if (body < 0 || payloadCrc != FrameDescriptor.payloadCrc(window, body)) {
            return stop(
                    Flaw.BODY_INVALID,
                    "payload crc32c " + HeaderBytes.hex(FrameDescriptor.payloadCrc(window, Math.max(body, 0))),
                    body < 0 ? "the end of the file" : HeaderBytes.hex(payloadCrc));
        }
        frame = body;
        position = at;
        nextPosition = at + length;
        chain = Chain.next(chain, FrameDescriptor.headerCrc(window, body), payloadCrc);
        nextSeq += FrameDescriptor.count(window, body);
        sealed = FrameDescriptor.type(window, body) == FrameType.SEAL.code();
        return true;
    }

    /** Returns what is impossible or out of order in a header with a valid checksum; null if nothing is. */
    private @Nullable String contradiction(final int index, final long at) {
        final int length = FrameDescriptor.frameLength(window, index);
        final int stored = FrameDescriptor.storedLength(window, index);
        final int uncompressed = FrameDescriptor.uncompressedLength(window, index);
        final int type = FrameDescriptor.type(window, index);
        final int codec = FrameDescriptor.codec(window, index);
        final int count = FrameDescriptor.count(window, index);
        if (length < HEADER_LENGTH || length > MAX_FRAME_LENGTH || length % FrameDescriptor.ALIGNMENT != 0) {
            return "frame length " + length;
        }
        if (at + length > size) {
            return "frame length " + length + ", beyond the segment";
        }
        if (!FrameType.isKnown(type)) {
            return "frame type " + type;
        }
        if (codec != FrameDescriptor.CODEC_RAW && codec != FrameDescriptor.CODEC_LZ4) {
            return "codec " + codec;
        }
        if (stored < 0 || stored > length - HEADER_LENGTH) {
            return "stored length " + stored + " in a frame of " + length;
        }
        if (uncompressed < 0
                || uncompressed > MAX_UNCOMPRESSED_LENGTH
                || (codec == FrameDescriptor.CODEC_RAW && uncompressed != stored)) {
            return "uncompressed length " + uncompressed + ", stored length " + stored;
        }
        final boolean isData = type == FrameType.DATA.code();
        if (isData ? count < 1 || stored < 1 || length != alignedLength(stored) : count != 0) {
            return "count " + count + ", stored length " + stored + " in a frame of type " + type;
        }
        if (type == FrameType.SNAPMARK.code() && stored != FrameDescriptor.SNAPMARK_PAYLOAD_LENGTH) {
            return "a SNAPMARK of " + stored + " bytes";
        }
        if (FrameDescriptor.firstSeq(window, index) != nextSeq) {
            return "seq " + FrameDescriptor.firstSeq(window, index);
        }
        if (FrameDescriptor.chain(window, index) != chain) {
            return "chain " + Long.toHexString(FrameDescriptor.chain(window, index));
        }
        if (FrameDescriptor.durableSeq(window, index) >= nextSeq) {
            return "durable seq " + FrameDescriptor.durableSeq(window, index) + " at seq " + nextSeq;
        }
        return null;
    }

    private boolean stop(final Flaw reason, final String wanted, final String was) {
        flaw = reason;
        expected = wanted;
        found = was;
        position = nextPosition;
        return false;
    }

    /**
     * Loads a range of the file into the window in one piece; returns its index there, or −1 if the file ends within
     * it.
     */
    private int load(final long at, final int length) throws IOException {
        if (at < windowStart || at + length > windowStart + windowLength) {
            if (at + length > size) {
                return -1;
            }
            final int kept =
                    at >= windowStart && at < windowStart + windowLength ? (int) (windowStart + windowLength - at) : 0;
            System.arraycopy(window, (int) (kept == 0 ? 0 : at - windowStart), window, 0, kept);
            final int wanted = (int) Math.min(Math.max(readAhead, length), size - at);
            windowStart = at;
            windowLength = kept;
            windowView.clear().position(kept).limit(wanted);
            windowLength += file.readFully(windowView, at + kept);
            if (length > windowLength) {
                return -1;
            }
        }
        return (int) (at - windowStart);
    }

    /**
     * Tests whether a SEAL is due at the end of this segment, because the next segment exists although the SEAL is
     * missing.
     */
    public interface SealDue {
        boolean isDue() throws IOException;
    }

    /**
     * Reads the rest of the segment and gives the verdict on it.
     *
     * @param sealDue called only if another segment follows and the rest is zeros
     */
    public Tail examineTail(final boolean lastSegment, final SealDue sealDue) throws IOException {
        final long at = position;
        int zeroSectors = 0;
        int declared = 0;
        long believedFrom = at + HEADER_LENGTH;
        if (flaw == Flaw.BODY_INVALID) {
            final int index = load(at, HEADER_LENGTH);
            final int length = FrameDescriptor.frameLength(window, index);
            declared = FrameDescriptor.zeroSectors(window, index);
            final int body = load(at, length);
            zeroSectors = body < 0 ? 0 : FrameDescriptor.countZeroSectors(window, body, length, at);
            if (!seeded && zeroSectors > declared) {
                believedFrom = at + length; // a client may have sent bytes that pass for a header in the torn part
            }
        }
        boolean sealBehind = false;
        boolean forcedBehind = false;
        long end = at; // after the last 64-byte line that is not all zero
        long line = at;
        int index = load(line, HEADER_LENGTH);
        while (index >= 0) {
            if (!FrameDescriptor.isZero(window, index, HEADER_LENGTH)) {
                end = line + HEADER_LENGTH;
                if (line >= believedFrom && FrameDescriptor.isHeaderValid(crc, seed, window, index)) {
                    sealBehind |= FrameDescriptor.type(window, index) == FrameType.SEAL.code();
                    forcedBehind |= FrameDescriptor.durableSeq(window, index) >= nextSeq;
                }
            }
            line += HEADER_LENGTH;
            index = load(line, HEADER_LENGTH);
        }
        final TailFacts facts = new TailFacts(
                lastSegment,
                !lastSegment && end == at && sealDue.isDue(),
                sealBehind,
                forcedBehind,
                end == at ? TailFacts.Front.ZERO_TO_END : front(),
                zeroSectors > declared);
        return new Tail(TailCase.of(facts).verdict(), end);
    }

    private TailFacts.Front front() {
        return switch (flaw) {
            case HEADER_ZERO -> TailFacts.Front.HEADER_ZERO;
            case HEADER_INVALID -> TailFacts.Front.HEADER_INVALID;
            case CONTRADICTION -> TailFacts.Front.CONTRADICTION;
            case BODY_INVALID -> TailFacts.Front.BODY_INVALID;
            case NONE -> throw new IllegalStateException("the walk has not ended");
        };
    }

    /**
     * The bytes after the last valid frame.
     *
     * @param verdict the verdict on them
     * @param end the position after the last 64 bytes that are not all zero
     */
    public record Tail(TailVerdict verdict, long end) {}

    public byte[] window() {
        return window;
    }

    /** Index of the current frame in the window. */
    public int frame() {
        return frame;
    }

    /** Position in the file of the current frame, or of the flaw once {@link #next} returned false. */
    public long position() {
        return position;
    }

    /** The place after the last valid frame. */
    public Place end() {
        return new Place(nextPosition, nextSeq, chain);
    }

    /** Position after the last valid frame. */
    public long endPosition() {
        return nextPosition;
    }

    /** The seq expected after the last valid frame. */
    public long nextSeq() {
        return nextSeq;
    }

    /** Chain value after the last valid frame. */
    public long chain() {
        return chain;
    }

    public boolean sealed() {
        return sealed;
    }

    public Flaw flaw() {
        return flaw;
    }

    public String expected() {
        return expected;
    }

    public String found() {
        return found;
    }
}
