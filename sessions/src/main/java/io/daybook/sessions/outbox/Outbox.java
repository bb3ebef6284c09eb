package io.daybook.sessions.outbox;

import static io.daybook.sessions.outbox.OutboxFormat.HEADER_LENGTH;
import static io.daybook.sessions.outbox.OutboxFormat.RECORD_LENGTH;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one session, which are sent again on request: a cache of the session book's messages in files.
 * Appended messages are in memory until {@link #write}; only written messages may be sent.
 *
 * <p>At a start the outbox is cut after its last valid record, and the messages that the book makes again from the
 * journal are compared with the records. If they differ, or records are left over, the journal is an older one or has
 * another history: the outbox {@linkplain #isAhead is ahead}, and the session must get neither version.
 *
 * <p>Used by the thread that owns the sessions; {@link Segment#force} also by the thread that writes snapshots.
 */
public final class Outbox {
    private static final int INITIAL_PENDING = 1 << 10;

    /** The limit of bytes that wait in memory before they are written. */
    private static final int MAX_PENDING = 256 << 10;

    private final JournalStorage storage;
    private final Path folder;
    private final int session;
    private final OutboxLimits limits;
    private final CRC32C crc = new CRC32C();
    private final List<Segment> segments = new ArrayList<>();

    private int epoch;
    private @Nullable StorageFile file;

    /** The number of the next message to append or to compare. */
    private long next = 1;

    private byte[] pending = new byte[INITIAL_PENDING];
    private ByteBuffer pendingBuffer = ByteBuffer.wrap(pending);
    private int pendingLength;
    private long pendingFirst;
    private long pendingTimeNs;

    /** The checksums of the records from {@link #expectedFirst} on, whose messages the book should make again. */
    private int[] expected = {};

    private long expectedFirst;
    private int expectedCount;
    private boolean isAhead;

    /** The first message that a start from a snapshot needs. */
    private long neededFrom;

    private long writtenNextOut;
    private long capturedNextOut;
    private @Nullable IOException failure;

    /** A file of the outbox. */
    public static final class Segment {
        private final JournalStorage storage;
        private final Path folder;
        private final Path path;
        private final long firstOut;
        private final long firstTimeNs;
        private long length;
        private long previousOut;
        private long previousLength;

        /** Whether the file has bytes that a power failure could lose. */
        private volatile boolean isUnforced;

        private Segment(final JournalStorage storage, final Path folder, final long firstOut, final long firstTimeNs) {
            this.storage = storage;
            this.folder = folder;
            this.path = folder.resolve(OutboxFormat.fileName(firstOut));
            this.firstOut = firstOut;
            this.firstTimeNs = firstTimeNs;
        }

        Path path() {
            return path;
        }

        long firstOut() {
            return firstOut;
        }

        /** The number of written bytes, with the header. */
        long length() {
            return length;
        }

        /** Forces the bytes that were written so far, through a separate handle. Any thread. */
        public void force() throws IOException {
            isUnforced = false; // before the force, because a write during the force marks it again
            try (StorageFile own = storage.open(path)) {
                own.force(true);
                storage.forceDirectory(folder);
            } catch (IOException e) {
                isUnforced = true;
                throw e;
            }
        }
    }

    public Outbox(final JournalStorage storage, final Path folder, final int session, final OutboxLimits limits) {
        this.storage = storage;
        this.folder = folder;
        this.session = session;
        this.limits = limits;
    }

    // ---- start ---------------------------------------------------------------------------------------------------

    /**
     * Reads the files. The book is expected to make their messages from {@code nextOut} on again.
     *
     * @param nextOut the number of the next message that the book makes
     */
    public void open(final long nextOut) throws IOException {
        next = nextOut;
        neededFrom = nextOut;
        writtenNextOut = nextOut;
        capturedNextOut = nextOut;
        epoch = OutboxEpoch.read(storage, folder);
        isAhead = OutboxVerdict.isAhead(storage, folder);
        listSegments();
        if (segments.isEmpty() || isAhead) {
            return;
        }
        dropWhatIsNotConnected(nextOut);
        int from = segments.size() - 1;
        while (from > 0 && segments.get(from).firstOut > nextOut) {
            from--;
        }
        expectedFirst = Math.max(nextOut, segments.get(0).firstOut);
        final long end = check(from);
        if (end < nextOut) {
            // The book does not make the lost records again. A stream with a hole is worse than a
            // stream that starts later.
            deleteFrom(0);
            expectedFirst = nextOut;
        }
    }

    private void listSegments() throws IOException {
        final byte[] header = new byte[HEADER_LENGTH];
        for (final String name : storage.list(folder)) {
            if (OutboxFormat.isFileName(name)) {
                final Path path = folder.resolve(name);
                try (StorageFile each = storage.openReadOnly(path)) {
                    final int length = each.readFully(ByteBuffer.wrap(header), 0);
                    final boolean isOne = OutboxFormat.isHeader(header, length, session, epoch)
                            && OutboxFormat.fileName(OutboxFormat.firstOut(header))
                                    .equals(name);
                    if (!isOne) {
                        // The file was torn when it was begun, or has an earlier epoch: it has no
                        // valid record.
                        storage.delete(path);
                        continue;
                    }
                    final Segment segment = new Segment(
                            storage, folder, OutboxFormat.firstOut(header), OutboxFormat.firstTimeNs(header));
                    segment.length = each.length();
                    segment.previousOut = OutboxFormat.previousOut(header);
                    segment.previousLength = OutboxFormat.previousLength(header);
                    segments.add(segment);
                }
            }
        }
    }

    /**
     * Handles a file that is missing or has lost its end. Deletes the records after the hole if the book makes them
     * again; otherwise deletes the records before the hole, which are useless.
     *
     * @param nextOut the number from which messages are made again
     */
    private void dropWhatIsNotConnected(final long nextOut) throws IOException {
        for (int i = segments.size() - 1; i > 0; i--) {
            final Segment segment = segments.get(i);
            final Segment before = segments.get(i - 1);
            if (segment.previousOut == before.firstOut && segment.previousLength <= before.length) {
                before.length = segment.previousLength; // the following bytes were cut off
            } else if (segment.firstOut > nextOut) {
                deleteFrom(i);
            } else {
                for (int old = 0; old < i; old++) {
                    storage.delete(segments.remove(0).path);
                }
                return;
            }
        }
    }

    /**
     * Checks the records from a file on, stores the checksums of those that the book makes again, and cuts after the
     * last valid record.
     *
     * @return the number after that of the last valid record
     */
    private long check(final int from) throws IOException {
        long out = segments.get(from).firstOut;
        for (int i = from; i < segments.size(); i++) {
            final Segment segment = segments.get(i);
            if (segment.firstOut != out) {
                deleteFrom(i);
                return out;
            }
            final byte[] bytes = bytesOf(segment);
            segment.isUnforced = true; // the last process may have ended before it forced the file
            int at = HEADER_LENGTH;
            while (OutboxFormat.isRecord(bytes, at, bytes.length - at, out, crc)) {
                if (out >= expectedFirst) {
                    expect(OutboxFormat.crc(bytes, at));
                }
                at += RECORD_LENGTH + OutboxFormat.length(bytes, at);
                out++;
            }
            if (at < bytes.length) {
                cut(segment, at);
                deleteFrom(i + 1);
                return out;
            }
        }
        return out;
    }

    private byte[] bytesOf(final Segment segment) throws IOException {
        final byte[] bytes = new byte[Math.toIntExact(segment.length)];
        try (StorageFile each = storage.openReadOnly(segment.path)) {
            final int length = each.readFully(ByteBuffer.wrap(bytes), 0);
            return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        }
    }

    /** Overwrites the bytes after the cut, which must never be taken for a record again. */
    private void cut(final Segment segment, final int at) throws IOException {
        final ByteBuffer zeros = ByteBuffer.allocate(Math.toIntExact(segment.length - at));
        try (StorageFile each = storage.open(segment.path)) {
            each.writeFully(zeros, at);
        }
        segment.length = at;
        segment.isUnforced = true;
    }

    private void deleteFrom(final int index) throws IOException {
        while (segments.size() > index) {
            storage.delete(segments.remove(segments.size() - 1).path);
        }
    }

    private void expect(final int sum) {
        if (expectedCount == expected.length) {
            expected = Arrays.copyOf(expected, Math.max(64, 2 * expected.length));
        }
        expected[expectedCount++] = sum;
    }

    /**
     * Called when the whole journal was read: messages that the book has not made again by now do not follow from it.
     */
    public void recovered() {
        if (next < expectedFirst + expectedCount) {
            ahead();
        }
        expected = new int[0];
    }

    // ---- messages ------------------------------------------------------------------------------------------------

    /**
     * Takes the next message of the book: compares it if there is a record, otherwise appends it.
     *
     * @param timeNs the time of its command
     */
    public void append(final long seq, final int ordinal, final long timeNs, final byte[] message, final int length) {
        final long out = next++;
        if (isAhead || !segments.isEmpty() && out < segments.get(0).firstOut) {
            return;
        }
        if (pendingLength + RECORD_LENGTH + length > pending.length) {
            makeRoom(length);
        }
        System.arraycopy(message, 0, pending, pendingLength + RECORD_LENGTH, length);
        final int sum = OutboxFormat.encodeRecord(pending, pendingLength, out, seq, ordinal, length, crc);
        if (out < expectedFirst + expectedCount) {
            if (sum != expected[(int) (out - expectedFirst)]) {
                ahead();
            }
            return;
        }
        if (pendingLength == 0) {
            pendingFirst = out;
            pendingTimeNs = timeNs;
        }
        pendingLength += RECORD_LENGTH + length;
    }

    /**
     * Begins a history: the next message has a much higher number, and earlier messages are no longer available.
     * Messages of this history from an earlier start stay.
     */
    public void raise(final long to) {
        next = to;
        if (isAhead || !segments.isEmpty() && segments.get(0).firstOut >= to) {
            return;
        }
        pendingLength = 0;
        expectedCount = 0;
        expectedFirst = to;
        try {
            closeFile();
            deleteFrom(0);
        } catch (IOException e) {
            throw unreadable(e);
        }
        neededFrom = to;
        writtenNextOut = to;
        capturedNextOut = to;
    }

    /** Refuses the session because its files cannot be read; the venue runs. */
    void refuse() {
        isAhead = true;
        try {
            OutboxVerdict.write(storage, folder);
        } catch (IOException e) {
            failure = e; // the disk refuses writes: the next start will find the same files unreadable
        }
    }

    /** Marks the outbox as ahead, for good: by the next start the journal may have passed the messages in the files. */
    private void ahead() {
        isAhead = true;
        try {
            OutboxVerdict.write(storage, folder);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private void makeRoom(final int length) {
        final int needed = pendingLength + RECORD_LENGTH + length;
        pending = Arrays.copyOf(pending, Math.max(needed, 2 * pending.length));
        pendingBuffer = ByteBuffer.wrap(pending);
    }

    /** Returns whether so many messages wait that they should be written before more come. */
    boolean isWide() {
        return pendingLength >= MAX_PENDING;
    }

    /**
     * Writes the messages in memory; {@link #clear} then removes them.
     *
     * @return whether all messages are in the file; if not, {@link #failure} has the reason, and the caller may try
     *     again
     */
    public boolean write() {
        if (pendingLength == 0) {
            return true;
        }
        try {
            StorageFile current = file;
            if (segments.isEmpty() || last().length >= limits.segmentBytes()) {
                current = begin();
            } else if (current == null) {
                current = storage.open(last().path);
                file = current;
            }
            final Segment segment = last();
            pendingBuffer.limit(pendingLength).position(0);
            current.writeFully(pendingBuffer, segment.length);
            segment.isUnforced = true; // after the write: a force that ends before the write does not cover it
            segment.length += pendingLength;
            failure = null;
            return true;
        } catch (IOException e) {
            failure = e;
            return false;
        }
    }

    /** The reason for which the last write failed, or null. */
    @Nullable
    IOException failure() {
        return failure;
    }

    private StorageFile begin() throws IOException {
        final Path path = folder.resolve(OutboxFormat.fileName(pendingFirst));
        if (segments.isEmpty()) {
            storage.createDirectories(folder);
        }
        storage.delete(path); // the file of an attempt that failed
        final byte[] header = new byte[HEADER_LENGTH];
        final Segment before = segments.isEmpty() ? null : last();
        OutboxFormat.encodeHeader(
                header,
                session,
                epoch,
                pendingFirst,
                pendingTimeNs,
                before == null ? 0 : before.firstOut,
                before == null ? 0 : before.length);
        final StorageFile created = storage.create(path);
        try {
            created.writeFully(ByteBuffer.wrap(header), 0);
            closeFile();
        } catch (IOException e) {
            created.close();
            throw e;
        }
        final Segment segment = new Segment(storage, folder, pendingFirst, pendingTimeNs);
        segment.length = HEADER_LENGTH;
        segments.add(segment);
        file = created;
        retire(pendingTimeNs);
        return created;
    }

    private void retire(final long nowNs) throws IOException {
        long total = 0;
        for (final Segment segment : segments) {
            total += segment.length;
        }
        while (segments.size() > 1
                && segments.get(1).firstOut <= neededFrom
                && (total > limits.keptBytes() || nowNs - segments.get(1).firstTimeNs > limits.keptNs())) {
            total -= segments.get(0).length;
            storage.delete(segments.get(0).path);
            segments.remove(0);
        }
    }

    // ---- written messages ----------------------------------------------------------------------------------------

    /** The records that {@link #write} has just written, {@link #pendingLength} bytes; not to be changed. */
    byte[] pending() {
        return pending;
    }

    public int pendingLength() {
        return pendingLength;
    }

    /** The number of the first of these records. */
    long pendingFirst() {
        return pendingFirst;
    }

    /** Removes the written records from memory. */
    public void clear() {
        pendingLength = 0;
        if (pending.length > 2 * MAX_PENDING) {
            pending = new byte[INITIAL_PENDING];
            pendingBuffer = ByteBuffer.wrap(pending);
        }
    }

    /** The files, oldest first. */
    public List<Segment> segments() {
        return segments;
    }

    JournalStorage storage() {
        return storage;
    }

    /** The number of the oldest message that is available; the next number if there is none. */
    public long firstOut() {
        return segments.isEmpty() ? next : segments.get(0).firstOut;
    }

    /** The number of the next message. */
    public long next() {
        return next;
    }

    /** The number after the last message that is in a file. */
    public long writtenNext() {
        return pendingLength > 0 ? pendingFirst : next;
    }

    /** Returns whether the outbox has messages that do not follow from the journal. */
    public boolean isAhead() {
        return isAhead;
    }

    // ---- durability ----------------------------------------------------------------------------------------------

    /**
     * Notes that a part of a snapshot is captured.
     *
     * @param nextOut the next number in the part
     * @param previousHolds whether the part captured before is in a snapshot
     * @param unforced receives the files that must be forced before the snapshot
     */
    public void captured(final long nextOut, final boolean previousHolds, final List<Segment> unforced) {
        for (final Segment segment : segments) {
            if (segment.isUnforced) {
                unforced.add(segment);
            }
        }
        if (previousHolds) {
            neededFrom = writtenNextOut; // the snapshot of the part before may not have its name yet
            writtenNextOut = capturedNextOut;
        }
        capturedNextOut = nextOut;
    }

    /** Forces and closes the open files, for a clean end. */
    void close() throws IOException {
        try {
            for (final Segment segment : segments) {
                if (segment.isUnforced) {
                    segment.force();
                }
            }
        } finally {
            closeFile();
        }
    }

    private void closeFile() throws IOException {
        final StorageFile open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }

    private Segment last() {
        return segments.get(segments.size() - 1);
    }

    /** Returns a failure that ends a start, with the session's folder. */
    UncheckedIOException unreadable(final IOException cause) {
        return new UncheckedIOException("the outbox of session " + session + " cannot be read: " + folder, cause);
    }
}
