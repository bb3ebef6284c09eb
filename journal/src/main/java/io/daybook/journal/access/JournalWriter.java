package io.daybook.journal.access;

import static io.daybook.journal.format.FrameDescriptor.SECTOR_LENGTH;
import static io.daybook.journal.format.FrameDescriptor.sectorAligned;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.Compression;
import io.daybook.journal.FrameType;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.folder.Ownership;
import io.daybook.journal.format.Chain;
import io.daybook.journal.format.FrameCursor;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.FrameEncoder;
import io.daybook.journal.format.FrameSeed;
import io.daybook.journal.format.SealFrame;
import io.daybook.journal.format.SegmentHeader;
import io.daybook.journal.recovery.SegmentScan;
import io.daybook.journal.recovery.TailRepair;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Appends blocks of commands to the journal and makes them durable. All methods but the counters belong to one thread,
 * the journal's, which is never interrupted (an interrupt closes a file channel). Nothing is allocated between
 * rotations.
 *
 * <p>What was appended survives the death of the process; what was forced survives the death of the machine. After any
 * failure this writer is dead: every later call throws the first failure again, nothing is written, and no force is
 * repeated, because the system may have dropped the dirty pages of a failed force. For the same reason the next writer
 * first rewrites everything not proven forced: the pages that it reads may not be on the disk. (What systems do then:
 * Rebello et al., <a href="https://www.usenix.org/conference/atc20/presentation/rebello">Can Applications Recover from
 * fsync Failures?</a>, USENIX ATC 2020.)
 */
public final class JournalWriter implements AutoCloseable {

    private static final int SYNCMARK_LENGTH = SECTOR_LENGTH;

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Ownership ownership;
    private final JournalOptions options;
    private final Identity identity;
    private final JournalFingerprint fingerprint;
    private final @Nullable JournalOrigin origin;
    private final FrameEncoder encoder;
    private final FrameEncoder markEncoder = new FrameEncoder(Compression.NONE, SECTOR_LENGTH);
    private final SegmentPreparer preparer;

    private @Nullable StorageFile file;
    private Path path;
    private volatile long segmentNumber;
    private long segmentSize;
    private byte[] seed = new byte[0];
    private long position;
    private long forcedPosition;
    private long chain;
    private long nextSeq;
    private long blockTimeNs;
    private long chainAtWrittenSeq;
    private boolean marked;
    private @Nullable JournalException failure;

    private volatile long writtenSeq;
    private volatile long durableSeq;
    private volatile long roomInSegment;

    private JournalWriter(
            final JournalStorage storage,
            final JournalFolder folder,
            final Ownership ownership,
            final JournalOptions options,
            final Identity identity,
            final JournalFingerprint fingerprint,
            final @Nullable JournalOrigin origin) {
        this.storage = storage;
        this.folder = folder;
        this.ownership = ownership;
        this.options = options;
        this.identity = identity;
        this.fingerprint = fingerprint;
        this.origin = origin;
        this.blockTimeNs = identity.createdNs();
        this.encoder = origin == null
                ? new FrameEncoder(options.compression(), options.maxBlockBytes())
                : FrameEncoder.portable(options.maxBlockBytes());
        this.preparer = new SegmentPreparer(storage, folder, options);
        this.path = folder.journal();
    }

    /**
     * Creates a writer at the start of a new journal and its first segment, which has number 1 only if it begins at seq
     * 1.
     */
    static JournalWriter begin(
            final JournalStorage storage,
            final JournalFolder folder,
            final Ownership ownership,
            final JournalOptions options,
            final Identity identity,
            final JournalFingerprint fingerprint,
            final @Nullable JournalOrigin origin) {
        final JournalWriter writer =
                new JournalWriter(storage, folder, ownership, options, identity, fingerprint, origin);
        writer.nextSeq = origin == null ? 1 : origin.firstSeq();
        writer.segmentNumber = writer.nextSeq == 1 ? 0 : 1;
        writer.writtenSeq = writer.nextSeq - 1;
        writer.durableSeq = writer.nextSeq - 1;
        writer.chain = Chain.start(identity.exchangeIdHigh(), identity.exchangeIdLow());
        writer.chainAtWrittenSeq = writer.chain;
        writer.startWith(() -> {
            writer.preparer.request(options.segmentBytes(writer.segmentNumber + 1));
            writer.openNextSegment();
        });
        return writer;
    }

    /**
     * Creates a writer that continues a scanned and repaired journal. Everything in the journal is forced when this
     * returns, and writing starts at a new sector.
     *
     * @param chainAtLastSeq chain value after the frame that holds the last seq
     * @param origin the origin of a journal that is written from a log elsewhere, which continues at the next byte;
     *     null for any other journal
     */
    static JournalWriter resume(
            final JournalStorage storage,
            final JournalFolder folder,
            final Ownership ownership,
            final JournalOptions options,
            final Identity identity,
            final JournalFingerprint fingerprint,
            final SegmentScan last,
            final long chainAtLastSeq,
            final @Nullable JournalOrigin origin) {
        final JournalWriter writer =
                new JournalWriter(storage, folder, ownership, options, identity, fingerprint, origin);
        writer.nextSeq = last.nextSeq();
        writer.chain = last.chain();
        writer.chainAtWrittenSeq = chainAtLastSeq;
        writer.writtenSeq = last.nextSeq() - 1;
        writer.durableSeq = last.durableSeq();
        writer.startWith(() -> writer.resumeAt(last));
        return writer;
    }

    private interface DiskAction {
        void run() throws IOException;
    }

    private void startWith(final DiskAction action) {
        preparer.start();
        try {
            action.run();
        } catch (IOException e) {
            final JournalException refusal = fail("the journal can't be continued", e);
            closeAfter(refusal);
            throw refusal;
        } catch (RuntimeException | Error e) {
            closeAfter(e);
            throw e;
        }
    }

    /** Closes after a failure. The first failure is reported; a failure of closing is attached to it. */
    private void closeAfter(final Throwable first) {
        try {
            close();
        } catch (JournalException e) {
            first.addSuppressed(e);
        }
    }

    private void resumeAt(final SegmentScan last) throws IOException {
        final SegmentHeader header = last.header();
        final boolean sameVersions = header.formatVersion() == SegmentHeader.FORMAT_VERSION
                && header.writerVersion() == SegmentHeader.WRITER_VERSION
                && header.fingerprint().equals(fingerprint);
        if (!last.sealed()) {
            useSegment(storage.open(last.path()), last.path(), header);
            position = last.endPosition();
            // Rewrites what an earlier process left unforced, including the zeros of a repair. Otherwise a crash could
            // keep a new PAD and old bytes after it, which would look like damage.
            TailRepair.writeAgain(storage, openFile(), last);
            forceFile();
            if (origin == null) {
                padToSector();
            }
            if (position != forcedPosition) {
                forceFile();
            }
            storage.forceDirectory(folder.journal());
            publishRoom();
            marked = last.marked();
        } else {
            segmentNumber = header.number();
            forceSealed(last);
        }
        durableSeq = writtenSeq;
        if (!sameVersions && !last.sealed() && last.isEmpty()) {
            // The successor would have the same first seq and so the same name: it replaces this segment.
            segmentNumber = header.number() - 1;
            chain = header.chainBefore();
            preparer.request(options.segmentBytes(header.number()));
            openNextSegment();
        } else {
            preparer.request(options.segmentBytes(segmentNumber + 1));
            if (last.sealed()) {
                openNextSegment();
            } else if (!sameVersions) {
                rotate();
            }
        }
    }

    private void forceSealed(final SegmentScan sealed) throws IOException {
        try (StorageFile segment = storage.open(sealed.path())) {
            TailRepair.writeAgain(storage, segment, sealed);
            segment.force(true);
        }
        storage.forceDirectory(folder.journal());
    }

    /**
     * Appends one block of commands as one frame; it is written, but not forced, when this returns.
     *
     * @param firstSeq seq of its first command: the next after the last appended
     * @param count how many commands it holds, ≥ 1
     * @param firstTimestampNs time of its first command; not interpreted
     * @param block with the commands, from {@code offset}, {@code length} bytes, 1 to
     *     {@link JournalOptions#maxBlockBytes}; not kept
     * @throws IllegalArgumentException if the seq does not follow or the length is out of range; nothing was written
     * @throws JournalException NO_SPACE or IO; the writer is dead
     */
    public void append(
            final long firstSeq,
            final int count,
            final long firstTimestampNs,
            final byte[] block,
            final int offset,
            final int length) {
        refuseIfDead();
        if (firstSeq != nextSeq) {
            throw new IllegalArgumentException("firstSeq must be " + nextSeq + ": firstSeq=" + firstSeq);
        }
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1: count=" + count);
        }
        if (length < 1 || length > options.maxBlockBytes()) {
            throw new IllegalArgumentException(
                    "length must be from 1 to " + options.maxBlockBytes() + ": length=" + length);
        }
        final int frameLength = encoder.stageData(block, offset, length);
        blockTimeNs = firstTimestampNs;
        try {
            ensureRoom(frameLength);
            write(encoder, frameLength, count, firstTimestampNs);
        } catch (IOException e) {
            throw fail("a frame can't be written", e);
        }
        nextSeq += count;
        chainAtWrittenSeq = chain;
        marked = false;
        writtenSeq = nextSeq - 1;
    }

    /**
     * Records that a snapshot was completed. Written, not forced.
     *
     * @param seq the seq of the command that requested the snapshot, at most {@link #durableSeq}
     * @throws JournalException NO_SPACE or IO; the writer is dead
     */
    public void snapMark(final long seq, final long stateHash) {
        refuseIfDead();
        if (seq < 0 || seq > durableSeq) {
            throw new IllegalArgumentException("seq must be from 0 to " + durableSeq + ": seq=" + seq);
        }
        final int frameLength = encoder.stageSnapMark(seq, stateHash);
        try {
            ensureRoom(frameLength);
            write(encoder, frameLength, 0, 0);
        } catch (IOException e) {
            throw fail("a frame can't be written", e);
        }
        marked = false;
    }

    /**
     * Makes everything appended durable. Does nothing if it already is.
     *
     * @throws JournalException IO; the writer is dead, and what was not yet forced may or may not survive
     */
    public void force() {
        refuseIfDead();
        forceAll(true);
        durableSeq = writtenSeq;
    }

    /** Makes everything durable if this writer is alive; without a PAD, the next writer continues at the next byte. */
    void forceAll(final boolean padded) {
        if (failure == null && position != forcedPosition) {
            try {
                if (padded) {
                    padToSector();
                }
                forceFile();
            } catch (IOException e) {
                throw fail("the journal can't be forced", e);
            }
        }
    }

    /**
     * Called after {@link #resume}: restores what was forced before the last block, and whether a force with its PAD
     * followed.
     */
    void resumeBehindForce(final long forcedBefore, final boolean endsForced) {
        durableSeq = forcedBefore;
        if (endsForced) {
            forcedPosition = SegmentHeader.LENGTH;
            force();
        }
    }

    /**
     * Writes a proof of the last force, once nothing was appended for about a millisecond: without it, damage to the
     * last forced frame can look like a torn write. Does nothing if something is not yet forced, or if the proof
     * exists.
     *
     * @return whether a mark was written and forced
     * @throws JournalException IO; the writer is dead
     */
    public boolean syncMark() {
        refuseIfDead();
        if (marked
                || position != forcedPosition
                || durableSeq == 0
                || position + SYNCMARK_LENGTH > segmentSize - SealFrame.LENGTH) {
            return false;
        }
        try {
            writeMark(FrameType.SYNCMARK, SYNCMARK_LENGTH);
            forceFile();
        } catch (IOException e) {
            throw fail("the journal can't be marked", e);
        }
        marked = true;
        return true;
    }

    /**
     * The semantics version of the current segment, with which appended commands are replayed. Any thread; it never
     * changes.
     */
    public int semanticsVersion() {
        return fingerprint.semanticsVersion();
    }

    /** Seq of the last command appended; 0 if none. Any thread. */
    public long writtenSeq() {
        return writtenSeq;
    }

    /** Seq of the last command known to be forced; 0 if none. Any thread. */
    public long durableSeq() {
        return durableSeq;
    }

    /**
     * The chain value after the last block appended, at {@link #writtenSeq}; the journal's thread reads it for the
     * manifest of a snapshot.
     */
    public long chainAtWrittenSeq() {
        return chainAtWrittenSeq;
    }

    /**
     * Returns how many bytes of frames can certainly be appended: the rest of this segment, and the next one if it is
     * ready. Free disk space beyond that is not counted. Any thread; the value may be a little old.
     */
    public long roomBytes() {
        final long next = preparer.isReady() ? options.segmentBytes(segmentNumber + 1) - SegmentHeader.LENGTH : 0;
        return roomInSegment + next;
    }

    /**
     * Returns whether the disk had no room for the next segment at the last attempt (one a second). While that is so,
     * only {@link #roomBytes} are left; an append beyond them fails with NO_SPACE. Any thread.
     */
    public boolean isShortOfSpace() {
        return preparer.isOutOfSpace();
    }

    /** Returns whether this writer is alive and everything appended is forced. */
    boolean isForced() {
        return failure == null && position == forcedPosition;
    }

    private void ensureRoom(final int frameLength) throws IOException {
        if (position + frameLength > segmentSize - SealFrame.LENGTH) {
            rotate();
        }
        if (position > segmentSize / 2 && !preparer.isReady()) {
            preparer.hurry();
        }
    }

    /**
     * Ends the segment and begins the next. Recovery relies on the order: all data is forced before the successor has
     * its name (so nothing before a successor can be torn), header and name of the successor are written before the
     * SEAL (so a sealed segment without a successor lacks a file), and the SEAL before anything else in the successor.
     */
    private void rotate() throws IOException {
        requireOwner();
        final SegmentPreparer.Prepared next = takePrepared();
        boolean rotated = false;
        try {
            padToSector();
            if (position != forcedPosition) {
                forceFile();
            }
            durableSeq = writtenSeq;
            final SealFrame seal = new SealFrame(seed, new FrameCursor.Place(position, nextSeq, chain));
            final SegmentHeader header = headerOfNext(next, seal.chainAfter());
            final Path named = NewSegment.name(storage, folder, next.file(), header);
            openFile().writeFully(seal.bytes(), position);
            forceFile();
            closeFile();
            chain = seal.chainAfter();
            useSegment(next.file(), named, header);
            rotated = true;
        } finally {
            if (!rotated) {
                next.file().close();
            }
        }
        beginSegment();
    }

    /**
     * Refuses to go on if this journal no longer owns its folder. The writer checks before each rotation, the caller
     * before it appends a command that requests a snapshot.
     *
     * @throws JournalException NOT_OWNER, IO; the writer is dead
     */
    public void requireOwner() {
        refuseIfDead();
        try {
            ownership.check();
        } catch (JournalException e) {
            failure = e;
            throw e;
        }
    }

    /**
     * Opens a segment: the first one, one that replaces an empty one, or the successor that an older version had not
     * created after its SEAL.
     */
    private void openNextSegment() throws IOException {
        closeFile(); // before anything that can fail: a failure must not leave a file open
        final SegmentPreparer.Prepared next = takePrepared();
        final SegmentHeader header = headerOfNext(next, chain);
        useSegment(next.file(), folder.segment(nextSeq), header);
        NewSegment.name(storage, folder, next.file(), header);
        beginSegment();
    }

    private SegmentPreparer.Prepared takePrepared() {
        try {
            return preparer.take();
        } catch (JournalException e) {
            failure = e;
            throw e;
        }
    }

    private SegmentHeader headerOfNext(final SegmentPreparer.Prepared next, final long chainBefore) {
        return new SegmentHeader(
                SegmentHeader.FORMAT_VERSION,
                SegmentHeader.WRITER_VERSION,
                identity.exchangeIdHigh(),
                identity.exchangeIdLow(),
                segmentNumber + 1,
                nextSeq,
                chainBefore,
                nextSeq - 1,
                next.size(),
                origin == null ? options.clock().epochNs() : blockTimeNs,
                fingerprint,
                origin == null ? FrameSeed.random(options.random()) : origin.seed(segmentNumber + 1));
    }

    private void useSegment(final StorageFile segment, final Path named, final SegmentHeader header) {
        file = segment;
        path = named;
        segmentNumber = header.number();
        segmentSize = header.segmentSize();
        seed = header.headerSeed();
    }

    private void beginSegment() {
        position = SegmentHeader.LENGTH;
        forcedPosition = position;
        publishRoom();
        preparer.request(options.segmentBytes(segmentNumber + 1));
    }

    private void padToSector() throws IOException {
        final int gap = (int) (sectorAligned(position) - position);
        if (gap > 0) {
            writeMark(FrameType.PAD, gap);
        }
    }

    private void writeMark(final FrameType type, final int length) throws IOException {
        markEncoder.stageMark(type, length);
        write(markEncoder, length, 0, 0);
    }

    private void write(final FrameEncoder staged, final int frameLength, final int count, final long firstTimestampNs)
            throws IOException {
        staged.place(seed, position, chain, nextSeq, count, firstTimestampNs, durableSeq);
        openFile().writeFully(staged.frame(), position);
        chain = staged.chainAfter(chain);
        position += frameLength;
        publishRoom();
    }

    private void forceFile() throws IOException {
        openFile().force(false);
        forcedPosition = position;
    }

    private void publishRoom() {
        roomInSegment = Math.max(0, segmentSize - SealFrame.LENGTH - position);
    }

    private StorageFile openFile() throws IOException {
        if (file == null) {
            throw new IOException("the journal is closed");
        }
        return file;
    }

    private void refuseIfDead() {
        if (failure != null) {
            throw failure;
        }
    }

    private JournalException fail(final String what, final IOException cause) {
        final JournalException refusal = refusal(what, cause);
        if (failure == null) {
            failure = refusal; // a file that cannot be closed changes nothing about the failure
        }
        return refusal;
    }

    private JournalException refusal(final String what, final IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return IoFailure.of(folder, cause);
        }
        final boolean full = IoFailure.isNoSpace(storage, folder, FrameDescriptor.SECTOR_LENGTH, cause);
        return JournalException.of(
                        full ? JournalException.Reason.NO_SPACE : JournalException.Reason.IO, what + ": " + cause)
                .file(path)
                .offset(position)
                .lastGoodSeq(durableSeq)
                .wayOut(IoFailure.RESTART)
                .causedBy(cause);
    }

    /** Closes the files without a force; call {@link #force} before. A second call does nothing. */
    @Override
    public void close() {
        preparer.close();
        try {
            closeFile();
        } catch (IOException e) {
            throw fail("a segment can't be closed", e);
        } finally {
            if (failure == null) {
                failure = JournalException.of(JournalException.Reason.IO, "the journal is closed")
                        .file(path)
                        .wayOut("open it again")
                        .build();
            }
        }
    }

    private void closeFile() throws IOException {
        final StorageFile closing = file;
        file = null;
        if (closing != null) {
            closing.close();
        }
    }
}
