package io.daybook.cluster.log;

import io.aeron.archive.client.AeronArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a recording, one after the other, joined from their frames; every frame is checked. The bytes
 * are Aeron's data frames, little-endian:
 *
 * <pre>
 *  0               4         5       6      8            12        16          20        24
 *  | frame length  | version | flags | type | term offset | checksum | stream id | term id | reserved (8) | payload ...
 * </pre>
 *
 * <p>A frame begins at a multiple of 32. The archive writes the CRC-32C of the bytes after the head, up to the next
 * frame, in place of the session id; for a frame of type 0, padding, it writes only the head. The only frame of a
 * message has the flags {@code 0xC0}; of several frames the first has {@code 0x80}, and the last {@code 0x40}.
 *
 * <p>It may read while an archive writes: a committed position is in the file. Used by one thread.
 */
final class RecordingReader implements AutoCloseable {
    private static final int HEAD_LENGTH = 32;
    private static final int FLAGS_OFFSET = 5;
    private static final int TYPE_OFFSET = 6;
    private static final int CHECKSUM_OFFSET = 12;
    private static final int BEGIN_FLAG = 0x80;
    private static final int END_FLAG = 0x40;
    private static final int PADDING = 0;
    private static final int WINDOW_BYTES = 1 << 20;
    private static final int MAX_MESSAGE_BYTES = 16 << 20;

    private final Recording recording;
    private final long limit;
    private final CRC32C crc = new CRC32C();
    private final byte[] window = new byte[WINDOW_BYTES];
    private final ByteBuffer view = ByteBuffer.wrap(window).order(ByteOrder.LITTLE_ENDIAN);

    private @Nullable FileChannel channel;
    private long channelBase = -1;
    private long windowBase;
    private int windowLength;
    private long position;

    private byte[] message = new byte[1 << 16];
    private int length;
    private long messagePosition;
    private boolean isTorn;

    /**
     * Starts before the message at a position.
     *
     * @param from the start of a frame
     * @param limit the position after which no message is read
     */
    RecordingReader(final Recording recording, final long from, final long limit) {
        if (from < recording.startPosition()) {
            throw new ClusterLogException(
                    "the log of " + recording.archive() + " begins at position " + recording.startPosition()
                            + ", and the message at " + from + " was purged; use another node or a backup");
        }
        this.recording = recording;
        this.position = from;
        this.messagePosition = from;
        this.limit = recording.stopPosition() == AeronArchive.NULL_POSITION
                ? limit
                : Math.min(limit, recording.stopPosition());
    }

    /** Moves to the next message; returns false at the end of the recording, or of its readable part. */
    boolean next() throws IOException {
        length = 0;
        messagePosition = position;
        boolean isBegun = false;
        long at = position;
        while (at < limit && hasFrame(at)) {
            final int offset = (int) (at - windowBase);
            final int frameLength = view.getInt(offset);
            final long end = at + aligned(frameLength);
            if (end > limit) {
                return false;
            }
            if (view.getShort(offset + TYPE_OFFSET) != PADDING) {
                final int flags = window[offset + FLAGS_OFFSET];
                isBegun |= (flags & BEGIN_FLAG) != 0;
                if ((flags & BEGIN_FLAG) != 0) {
                    length = 0;
                }
                append(offset + HEAD_LENGTH, frameLength - HEAD_LENGTH);
                if (isBegun && (flags & END_FLAG) != 0) {
                    position = end;
                    return true;
                }
            }
            at = end;
        }
        return false;
    }

    /** Returns whether there is a complete, valid frame, which is then in the window. */
    private boolean hasFrame(final long at) throws IOException {
        if (!load(at, HEAD_LENGTH)) {
            return false;
        }
        final int frameLength = view.getInt((int) (at - windowBase));
        if (frameLength <= 0) {
            return false;
        }
        final boolean isPadding = view.getShort((int) (at - windowBase) + TYPE_OFFSET) == PADDING;
        final boolean isPossible = frameLength >= HEAD_LENGTH
                && at % recording.termLength() + aligned(frameLength) <= recording.termLength();
        if (isPossible && (isPadding || isWhole(at, frameLength))) {
            return true;
        }
        if (recording.stopPosition() == AeronArchive.NULL_POSITION && !isFollowed(at, frameLength, isPossible)) {
            isTorn = true; // the writer was killed while it wrote the frame, and no node has its content
            return false;
        }
        throw new ClusterLogException(recording.file(at) + " is damaged at offset " + (at - recording.fileBase(at))
                + ", position " + at + " of the log: the checksum of a frame is wrong; use the folder of another"
                + " node, and seed this one");
    }

    private boolean isWhole(final long at, final int frameLength) throws IOException {
        if (!load(at, aligned(frameLength))) {
            return false;
        }
        final int offset = (int) (at - windowBase);
        crc.reset();
        crc.update(window, offset + HEAD_LENGTH, aligned(frameLength) - HEAD_LENGTH);
        return (int) crc.getValue() == view.getInt(offset + CHECKSUM_OFFSET);
    }

    /** Returns whether a frame was written after an invalid one: then a crash does not explain the fault. */
    private boolean isFollowed(final long at, final int frameLength, final boolean isPossible) throws IOException {
        if (!isPossible) {
            return true;
        }
        final long behind = at + aligned(frameLength);
        return load(behind, HEAD_LENGTH) && view.getInt((int) (behind - windowBase)) > 0;
    }

    private void append(final int offset, final int count) {
        if (length + count > message.length) {
            if (length + count > MAX_MESSAGE_BYTES) {
                throw new ClusterLogException("a message of the log at position " + messagePosition + " has more than "
                        + MAX_MESSAGE_BYTES + " bytes: this is not a log of a Daybook cluster");
            }
            message = Arrays.copyOf(message, Math.max(length + count, 2 * message.length));
        }
        System.arraycopy(window, offset, message, length, count);
        length += count;
    }

    /** Loads bytes of one file into the window; returns false if the file is too short or missing. */
    private boolean load(final long at, final int count) throws IOException {
        if (at >= windowBase && at + count <= windowBase + windowLength && channelBase == recording.fileBase(at)) {
            return true;
        }
        if (!open(at)) {
            return false;
        }
        final FileChannel open = channel;
        if (open == null) {
            return false;
        }
        windowBase = at;
        windowLength = 0;
        final int wanted = (int) Math.min(WINDOW_BYTES, channelBase + recording.segmentLength() - at);
        final ByteBuffer target = ByteBuffer.wrap(window, 0, wanted);
        while (target.hasRemaining() && open.read(target, at - channelBase + target.position()) > 0) {
            windowLength = target.position();
        }
        return windowLength >= count;
    }

    private boolean open(final long at) throws IOException {
        final long base = recording.fileBase(at);
        if (base != channelBase) {
            close();
            final Path file = recording.file(at);
            try {
                channel = FileChannel.open(file, StandardOpenOption.READ);
            } catch (NoSuchFileException e) {
                if (at == recording.startPosition() || recording.stopPosition() > at) {
                    throw new ClusterLogException(
                            file + " is missing: retain may have purged it just now; try again, or use another node");
                }
                return false;
            }
            channelBase = base;
        }
        return true;
    }

    private static int aligned(final int frameLength) {
        return (frameLength + HEAD_LENGTH - 1) & -HEAD_LENGTH;
    }

    /** The bytes of the message, from index 0; valid until the next message. */
    byte[] message() {
        return message;
    }

    /** The length of the message. */
    int length() {
        return length;
    }

    /** The position of the log where the message begins. */
    long messagePosition() {
        return messagePosition;
    }

    /** The position after the last message. */
    long position() {
        return position;
    }

    /** Returns whether the recording ended at a torn frame. */
    boolean isTorn() {
        return isTorn;
    }

    @Override
    public void close() throws IOException {
        final FileChannel open = channel;
        channel = null;
        channelBase = -1;
        if (open != null) {
            open.close();
        }
    }
}
