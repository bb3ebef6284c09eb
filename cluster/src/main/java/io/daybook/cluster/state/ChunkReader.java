package io.daybook.cluster.state;

import io.daybook.engine.state.SnapshotContentException;
import io.daybook.wire.Bytes;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reads the parts of a snapshot from the chunks of a {@link ChunkWriter}; refuses other chunks. Used by one thread. */
final class ChunkReader {
    private static final byte[] NONE = {};

    private final ChunkSource source;
    private final CRC32C crc = new CRC32C();
    private byte[] chunk = NONE;
    private byte @Nullable [] following;
    private int position;

    /** The end of the part's bytes in the chunk: before the checksum in its last one. */
    private int limit;

    private int part;
    private boolean isLast;
    private long count;

    ChunkReader(final ChunkSource source) {
        this.source = source;
        this.following = source.next();
    }

    /** Begins a part, which must be the next. */
    void begin(final int expected) {
        part = expected;
        isLast = false;
        position = 0;
        limit = 0;
        crc.reset();
        if (!advance()) {
            throw damaged("it is missing");
        }
    }

    /** Moves to the next chunk of the part; returns false after the last. */
    private boolean advance() {
        final byte[] next = following;
        if (isLast || next == null || next.length < 1 || next[0] != part) {
            return false;
        }
        if (next.length > ChunkWriter.MAX_LENGTH) {
            throw damaged("a chunk has " + next.length + " bytes");
        }
        chunk = next;
        following = source.next();
        count++;
        position = 1;
        limit = chunk.length;
        isLast = following == null || following.length < 1 || following[0] != part;
        if (isLast) {
            limit -= Long.BYTES;
            if (limit < position) {
                throw damaged("it has no checksum");
            }
        }
        crc.update(chunk, 1, limit - 1);
        return true;
    }

    /** Reads bytes; returns how many were read: all that were requested, or fewer at the end of the part. */
    int read(final byte[] target, final int offset, final int length) {
        int done = 0;
        while (done < length && (position < limit || advance())) {
            final int piece = Math.min(length - done, limit - position);
            System.arraycopy(chunk, position, target, offset + done, piece);
            position += piece;
            done += piece;
        }
        return done;
    }

    private final byte[] number = new byte[Long.BYTES];

    long getLong() {
        getBytes(number, Long.BYTES);
        return Bytes.getI64(number, 0);
    }

    void getBytes(final byte[] target, final int length) {
        if (read(target, 0, length) != length) {
            throw damaged("it ends in the middle");
        }
    }

    /** Reads a number that must be within limits. */
    long getWithin(final String name, final long least, final long most) {
        final long value = getLong();
        if (value < least || value > most) {
            throw damaged(name + " must be from " + least + " to " + most + ": " + value);
        }
        return value;
    }

    /** Ends a part: checks that all its bytes were read, and their checksum. */
    void end() {
        if (position < limit || advance() && position < limit) {
            throw damaged("there are bytes after its end");
        }
        if (!isLast || Bytes.getI64(chunk, limit) != crc.getValue()) {
            throw damaged("its checksum is wrong");
        }
    }

    /** Returns how many chunks were read. */
    long count() {
        return count;
    }

    /** Checks that nothing is left. */
    void endOfSnapshot() {
        if (following != null) {
            throw damaged("there are chunks after it");
        }
    }

    SnapshotContentException damaged(final String what) {
        return new SnapshotContentException("part " + part + " of the snapshot, chunk " + count + ": " + what);
    }
}
