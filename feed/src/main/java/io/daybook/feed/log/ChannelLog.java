package io.daybook.feed.log;

import io.daybook.feed.MessageBlock;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.wire.feed.FeedTemplates;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one channel in files. After a start the messages that recovery makes again are compared with the
 * stored ones, byte for byte; after the last valid one a new segment begins, so nothing is ever overwritten. Stored
 * messages that differ, or that the journal does not have, may have been sent. In that case the log is ahead, and takes
 * no more messages.
 *
 * <p>Written by the thread that folds, read by any thread.
 */
final class ChannelLog {
    private static final int TIME_IN_GROUP = 16;

    private final JournalStorage storage;
    private final Path folder;
    private final UUID exchange;
    private final int restart;
    private final int channel;
    private final FeedLogLimits limits;
    private final long mostBytes;

    private volatile LogSegment[] segments = {};
    private @Nullable StorageFile writing;

    /** The frame that is being gathered. */
    private final byte[] frame = new byte[LogFormat.FRAME_HEADER_LENGTH + LogFormat.MAX_MESSAGES_LENGTH];

    private final ByteBuffer frameBuffer = ByteBuffer.wrap(frame);
    private int frameLength = LogFormat.FRAME_HEADER_LENGTH;
    private int frameCount;

    /** The number of the next message to take. */
    private long next = 1;

    /** The first number if there is no segment. */
    private volatile long begin = 1;

    private long timeNs;
    private boolean isPlaced;
    private @Nullable LogCursor expected;
    private volatile boolean isAhead;

    ChannelLog(
            final JournalStorage storage,
            final Path folder,
            final UUID exchange,
            final int restart,
            final int channel,
            final int channels,
            final FeedLogLimits limits) {
        this.storage = storage;
        this.folder = folder;
        this.exchange = exchange;
        this.restart = restart;
        this.channel = channel;
        this.limits = limits;
        this.mostBytes = limits.bytes() / channels;
    }

    // ---- start ---------------------------------------------------------------------------------------------------

    /** Reads the existing files. Deletes files whose creation was never made durable. */
    void open() throws IOException {
        storage.createDirectories(folder);
        find(true);
    }

    /** Reads the existing files without changing anything. */
    void openReadOnly() throws IOException {
        if (storage.exists(folder)) {
            find(false);
        }
    }

    private void find(final boolean clears) throws IOException {
        final List<LogSegment> found = new ArrayList<>();
        final List<String> names = storage.list(folder);
        for (final String name : names) {
            final long first = LogFormat.firstNumber(name);
            if (first > 0) {
                openSegment(name, first, clears, found);
            }
        }
        for (int i = 1; i < found.size(); i++) {
            final LogSegment before = found.get(i - 1);
            before.end(length(before.path()), found.get(i).firstNumber());
        }
        if (!found.isEmpty()) {
            scan(found.get(found.size() - 1));
        }
        segments = found.toArray(new LogSegment[0]);
    }

    private void openSegment(final String name, final long first, final boolean clears, final List<LogSegment> found)
            throws IOException {
        final Path path = folder.resolve(name);
        final byte[] header = new byte[LogFormat.SEGMENT_HEADER_LENGTH];
        final boolean isWhole;
        try (StorageFile file = storage.openReadOnly(path)) {
            isWhole = file.readFully(ByteBuffer.wrap(header), 0) == header.length;
        }
        if (!isWhole || !LogFormat.isSound(header)) {
            if (clears) {
                storage.delete(path); // its creation was never made durable
            }
            return;
        }
        if (LogFormat.version(header) != LogFormat.VERSION) {
            throw new FeedLogException(
                    FeedLogException.Reason.VERSION,
                    "the feed log has version " + LogFormat.version(header) + ", this Daybook reads "
                            + LogFormat.VERSION + ": " + path + "; use the Daybook that wrote it");
        }
        if (!LogFormat.isOf(header, exchange, channel, first)) {
            throw new FeedLogException(
                    FeedLogException.Reason.OTHER_FEED,
                    "the feed log belongs to another exchange or channel: " + path
                            + "; delete the folder feed of this exchange, if it was copied here");
        }
        if (LogFormat.restart(header) != restart) {
            if (clears) {
                storage.delete(path);
            }
            return;
        }
        found.add(new LogSegment(storage, path, first, LogFormat.beginTimeNs(header)));
    }

    private long length(final Path path) throws IOException {
        try (StorageFile file = storage.openReadOnly(path)) {
            return file.length();
        }
    }

    /** Finds the last valid frame of a segment. */
    private void scan(final LogSegment segment) throws IOException {
        final FrameReader frames = new FrameReader();
        try (StorageFile file = storage.openReadOnly(segment.path())) {
            final long end = file.length();
            while (frames.read(file, segment.length(), end, segment.nextNumber())) {
                timeNs = LogFormat.getLong(frames.bytes(), LogFormat.TIME_OFFSET);
                segment.grow(frames.length(), frames.count());
            }
        }
    }

    /** Sets the number of the first message that is taken. */
    private void place(final long number) throws IOException {
        isPlaced = true;
        next = number;
        final LogSegment[] all = segments;
        if (all.length == 0) {
            return;
        }
        if (number > all[all.length - 1].nextNumber()) { // the newest snapshot is after the end of the log
            for (final LogSegment segment : all) {
                drop(segment);
            }
            segments = new LogSegment[0];
            return;
        }
        expected = new LogCursor(storage, all, number);
    }

    /**
     * Jumps to a much higher number. If an earlier start has written messages from there on, they are expected again.
     */
    void raise(final long number) throws IOException {
        frameLength = LogFormat.FRAME_HEADER_LENGTH;
        frameCount = 0;
        final LogSegment[] all = segments;
        if (all.length > 0 && all[0].firstNumber() >= number) {
            isPlaced = true;
            next = number;
            if (expected == null) {
                expected = new LogCursor(storage, all, number);
            }
            return;
        }
        if (writing != null) {
            writing.close();
            writing = null;
        }
        if (expected != null) {
            expected.close();
            expected = null;
        }
        begin = number;
        segments = new LogSegment[0];
        for (int i = all.length - 1; i >= 0; i--) {
            drop(all[i]);
        }
        isPlaced = true;
        next = number;
    }

    /** Ends recovery. All expected messages must have been taken by now. */
    void onRecovered(final long nextNumber) throws IOException {
        if (!isPlaced) {
            place(nextNumber);
        }
        final LogCursor cursor = expected;
        if (cursor != null && !isAhead) {
            final LogSegment[] all = segments;
            if (nextNumber < all[all.length - 1].nextNumber() && cursor.next()) {
                isAhead = true;
            }
            endComparison(nextNumber);
        }
        next = nextNumber;
    }

    boolean isAhead() {
        return isAhead;
    }

    private void endComparison(final long number) throws IOException {
        final LogCursor cursor = expected;
        if (cursor != null) {
            cursor.close();
            expected = null;
        }
        if (!isAhead) {
            cutAt(number);
        }
    }

    /** Drops stored messages from a number on. */
    private void cutAt(final long number) throws IOException {
        LogSegment[] all = segments;
        while (all.length > 0 && all[all.length - 1].firstNumber() >= number) {
            drop(all[all.length - 1]);
            all = Arrays.copyOf(all, all.length - 1);
        }
        segments = all;
        if (all.length > 0 && all[all.length - 1].nextNumber() > number) {
            all[all.length - 1].end(all[all.length - 1].length(), number);
        }
    }

    private void drop(final LogSegment segment) throws IOException {
        segment.close();
        storage.delete(segment.path());
    }

    // ---- messages ------------------------------------------------------------------------------------------------

    /** Takes the next message. */
    void take(final long number, final byte[] bytes, final int offset, final int length) throws IOException {
        if (isAhead) {
            return;
        }
        if (!isPlaced) {
            place(number);
        }
        if (number != next) {
            throw new IllegalStateException("number must be " + next + ": number=" + number);
        }
        if (isGroup(bytes, offset)) {
            timeNs = LogFormat.getLong(bytes, offset + TIME_IN_GROUP);
        }
        next++;
        if (expected != null && isThere(expected, number, bytes, offset, length)) {
            return;
        }
        if (!isAhead) {
            append(bytes, offset, length);
        }
    }

    /**
     * Takes the next messages at once, each after its length, if none are expected and the frame has room.
     *
     * @return false if it has taken none; then the caller passes them one by one
     */
    boolean take(final long first, final int count, final byte[] bytes, final int offset, final int length) {
        if (!isPlaced || expected != null || isAhead || first != next || frameLength + length > frame.length) {
            return false;
        }
        final int message = offset + LogFormat.PREFIX_LENGTH;
        if (isGroup(bytes, message)) { // only the first of the messages can be a group
            timeNs = LogFormat.getLong(bytes, message + TIME_IN_GROUP);
        }
        System.arraycopy(bytes, offset, frame, frameLength, length);
        frameLength += length;
        frameCount += count;
        next += count;
        return true;
    }

    private static boolean isGroup(final byte[] bytes, final int offset) {
        return bytes[offset + 2] == FeedTemplates.GROUP && bytes[offset + 3] == 0;
    }

    private boolean isThere(
            final LogCursor cursor, final long number, final byte[] bytes, final int offset, final int length)
            throws IOException {
        if (number < cursor.number()) {
            return true; // older than the oldest stored message
        }
        if (!cursor.next()) {
            endComparison(number);
            return false;
        }
        isAhead = !cursor.isSame(bytes, offset, length);
        if (isAhead) {
            endComparison(number);
        }
        return true;
    }

    private void append(final byte[] bytes, final int offset, final int length) throws IOException {
        if (frameLength + LogFormat.PREFIX_LENGTH + length > frame.length) {
            write(next - 1);
        }
        frame[frameLength] = (byte) (length >>> Byte.SIZE);
        frame[frameLength + 1] = (byte) length;
        System.arraycopy(bytes, offset, frame, frameLength + LogFormat.PREFIX_LENGTH, length);
        frameLength += LogFormat.PREFIX_LENGTH + length;
        frameCount++;
    }

    /** Writes gathered messages, so that they can be read. */
    void write() throws IOException {
        write(next);
    }

    /** @param end the number after the last gathered message */
    private void write(final long end) throws IOException {
        if (frameCount == 0) {
            return;
        }
        final long first = end - frameCount;
        LogFormat.putInt(frame, LogFormat.LENGTH_OFFSET, frameLength - LogFormat.FRAME_HEADER_LENGTH);
        LogFormat.putLong(frame, LogFormat.FIRST_NUMBER_OFFSET, first);
        LogFormat.putLong(frame, LogFormat.COUNT_OFFSET, frameCount);
        LogFormat.putLong(frame, LogFormat.TIME_OFFSET, timeNs);
        LogFormat.putInt(frame, 0, LogFormat.crc(frame, Integer.BYTES, frameLength - Integer.BYTES));
        final StorageFile file = fileFor(first);
        final LogSegment segment = segments[segments.length - 1];
        frameBuffer.clear().limit(frameLength);
        file.writeFully(frameBuffer, segment.length());
        segment.grow(frameLength, frameCount);
        frameLength = LogFormat.FRAME_HEADER_LENGTH;
        frameCount = 0;
    }

    /** Returns the file of the newest segment, or of a new one if there is none yet, or it is full. */
    private StorageFile fileFor(final long first) throws IOException {
        final StorageFile current = writing;
        if (current != null && segments[segments.length - 1].length() + frameLength <= limits.segmentBytes()) {
            return current;
        }
        if (current != null) {
            writing = null;
            current.close();
        }
        final Path path = folder.resolve(LogFormat.fileName(first));
        final StorageFile file = begin(path, first);
        writing = file;
        final LogSegment[] more = Arrays.copyOf(segments, segments.length + 1);
        more[more.length - 1] = new LogSegment(storage, path, first, timeNs);
        segments = more;
        retain();
        return file;
    }

    /** Creates a file with its header. If the disk fails, no file is left. */
    private StorageFile begin(final Path path, final long first) throws IOException {
        final StorageFile file = storage.create(path);
        try {
            file.writeFully(ByteBuffer.wrap(LogFormat.segmentHeader(exchange, restart, channel, first, timeNs)), 0);
            return file;
        } catch (IOException e) {
            try (file) {
                storage.delete(path);
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    /** Drops the oldest segments if the log has too many bytes, or they are too old. */
    private void retain() throws IOException {
        LogSegment[] all = segments;
        long bytes = limits.segmentBytes();
        for (final LogSegment segment : all) {
            bytes += segment.length();
        }
        while (all.length > 1 && (bytes > mostBytes || all[1].beginTimeNs() < timeNs - limits.ageNs())) {
            bytes -= all[0].length();
            final LogSegment oldest = all[0];
            all = Arrays.copyOfRange(all, 1, all.length);
            segments = all;
            drop(oldest);
        }
    }

    /** Makes written messages durable. Any thread. */
    void force() throws IOException {
        for (final LogSegment segment : segments) {
            segment.force();
        }
        storage.forceDirectory(folder);
    }

    /** @param writes whether gathered messages are written first */
    void close(final boolean writes) throws IOException {
        try {
            if (writes) {
                write();
            }
        } finally {
            closeFiles();
        }
    }

    private void closeFiles() throws IOException {
        if (writing != null) {
            writing.close();
            writing = null;
        }
        if (expected != null) {
            expected.close();
            expected = null;
        }
        for (final LogSegment segment : segments) {
            segment.close();
        }
    }

    // ---- reading -------------------------------------------------------------------------------------------------

    long firstNumber() {
        final LogSegment[] all = segments;
        return all.length == 0 ? begin : all[0].firstNumber();
    }

    long nextNumber() {
        final LogSegment[] all = segments;
        return all.length == 0 ? begin : all[all.length - 1].nextNumber();
    }

    int read(final long number, final MessageBlock block) throws IOException {
        final LogSegment[] all = segments;
        boolean hasRoom = number >= firstNumber();
        for (int i = 0; i < all.length && hasRoom; i++) {
            final long from = number + block.count();
            if (from >= all[i].firstNumber() && from < all[i].nextNumber()) {
                hasRoom = all[i].read(from, block);
            }
        }
        return block.count();
    }
}
