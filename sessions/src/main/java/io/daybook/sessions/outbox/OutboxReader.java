package io.daybook.sessions.outbox;

import static io.daybook.sessions.outbox.OutboxFormat.HEADER_LENGTH;
import static io.daybook.sessions.outbox.OutboxFormat.RECORD_LENGTH;

import io.daybook.host.storage.StorageFile;
import io.daybook.sessions.outbox.Outbox.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of an outbox from its files, from a number on, in chunks. Used by the thread that owns the
 * session.
 */
public final class OutboxReader {
    private final Outbox outbox;
    private final byte[] bytes;
    private final ByteBuffer buffer;

    private long next;
    private @Nullable Segment segment;
    private @Nullable StorageFile file;
    private long position;

    private int offset;

    /**
     * Creates a reader without a position.
     *
     * @param chunkBytes the bytes that are read at once; more than the longest record
     */
    public OutboxReader(final Outbox outbox, final int chunkBytes) {
        this.outbox = outbox;
        this.bytes = new byte[chunkBytes];
        this.buffer = ByteBuffer.wrap(bytes);
    }

    /** Moves to a message, or to the oldest one if that is later. */
    public void seek(final long out) throws IOException {
        close();
        next = Math.max(out, outbox.firstOut());
    }

    /** The number of the next message. */
    public long next() {
        return next;
    }

    /**
     * Reads the next messages.
     *
     * @return the number of bytes of whole records in {@link #records}, from {@link #offset} on; 0 if this chunk had
     *     only records to skip, −1 if all written bytes were read
     */
    public int read() throws IOException {
        final Segment current = next < outbox.writtenNext() ? current() : null;
        if (current == null) {
            return -1;
        }
        final StorageFile open = open(current);
        buffer.limit((int) Math.min(bytes.length, current.length() - position)).position(0);
        final int available = open.readFully(buffer, position);
        int at = 0;
        int from = -1;
        while (available - at >= RECORD_LENGTH
                && OutboxFormat.length(bytes, at) <= available - at - RECORD_LENGTH
                && OutboxFormat.length(bytes, at) > 0) {
            if (from < 0 && OutboxFormat.out(bytes, at) == next) {
                from = at;
            }
            if (from >= 0) {
                next++;
            }
            at += RECORD_LENGTH + OutboxFormat.length(bytes, at);
        }
        if (at == 0) {
            throw new IOException("a record of an outbox cannot be read: " + current.path() + " at " + position);
        }
        position += at;
        offset = from < 0 ? at : from;
        return at - offset;
    }

    /** The records of the last {@link #read}; valid until the next one. */
    public byte[] records() {
        return bytes;
    }

    /** The offset of the first of these records. */
    public int offset() {
        return offset;
    }

    private @Nullable Segment current() throws IOException {
        final Segment at = segment;
        if (at != null && position < at.length()) {
            return at;
        }
        final List<Segment> all = outbox.segments();
        int index = all.size() - 1;
        while (index >= 0 && all.get(index).firstOut() > next) {
            index--;
        }
        if (index < 0 || all.get(index) == at) {
            throw new IOException("message " + next + " of an outbox is in none of its files");
        }
        final Segment found = all.get(index);
        close();
        segment = found;
        position = HEADER_LENGTH;
        return position < found.length() ? found : null;
    }

    private StorageFile open(final Segment current) throws IOException {
        StorageFile open = file;
        if (open == null) {
            open = outbox.storage().openReadOnly(current.path());
            file = open;
        }
        return open;
    }

    /**
     * Skips the last written bytes, which were sent from memory.
     *
     * @param writtenBytes their number
     * @return whether the reader is now after them; if not, the caller must seek again
     */
    boolean passed(final int writtenBytes) {
        final Segment last = outbox.segments().get(outbox.segments().size() - 1);
        if (segment != last || position + writtenBytes != last.length()) {
            return false;
        }
        position = last.length();
        next = outbox.next();
        return true;
    }

    /** The number of bytes in the files after the position. */
    long behind() {
        long bytesBehind = 0;
        for (final Segment each : outbox.segments()) {
            if (each == segment) {
                bytesBehind = each.length() - position;
            } else if (each.firstOut() >= next) {
                bytesBehind += each.length();
            }
        }
        return bytesBehind;
    }

    /** Closes the open file. */
    public void close() throws IOException {
        final StorageFile open = file;
        file = null;
        segment = null;
        if (open != null) {
            open.close();
        }
    }
}
