package io.daybook.host.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file, read and written at explicit offsets. One thread at a time. */
public interface StorageFile extends Closeable {

    /**
     * Writes as many of the remaining bytes as it can at a position of the file, and advances the buffer past them.
     *
     * @return how many bytes were written: at least one, perhaps fewer than remain
     */
    int write(ByteBuffer source, long position) throws IOException;

    /** Reads as many bytes as it can at a position of the file; returns −1 at or after its end. */
    int read(ByteBuffer target, long position) throws IOException;

    long length() throws IOException;

    /**
     * Makes the bytes that were written through this file durable; with {@code metadata}, also the file's length and
     * times.
     */
    void force(boolean metadata) throws IOException;

    /** Writes all the remaining bytes of the buffer, in as many writes as it takes. */
    default void writeFully(final ByteBuffer source, final long position) throws IOException {
        long at = position;
        while (source.hasRemaining()) {
            final int written = write(source, at);
            if (written <= 0) {
                throw new IOException("a write of " + source.remaining() + " bytes made no progress at position " + at);
            }
            at += written;
        }
    }

    /** Reads until the buffer is full or the file ends, and returns how many bytes came. */
    default int readFully(final ByteBuffer target, final long position) throws IOException {
        int total = 0;
        while (target.hasRemaining()) {
            final int count = read(target, position + total);
            if (count < 0) {
                break;
            }
            total += count;
        }
        return total;
    }
}
