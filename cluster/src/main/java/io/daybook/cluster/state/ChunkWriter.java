package io.daybook.cluster.state;

import io.daybook.wire.Bytes;
import java.util.zip.CRC32C;

/**
 * Writes the parts of a snapshot as chunks: a byte for the part, then bytes of it. {@link StateSnapshot} draws them.
 * Used by one thread.
 */
public final class ChunkWriter {
    /** The longest chunk. */
    public static final int MAX_LENGTH = 1 << 16;

    private final ChunkSink sink;
    private final byte[] chunk = new byte[MAX_LENGTH];
    private final CRC32C crc = new CRC32C();
    private int position = 1;
    private long count;

    ChunkWriter(final ChunkSink sink) {
        this.sink = sink;
    }

    /** Begins a part. */
    void begin(final int part) {
        chunk[0] = (byte) part;
        crc.reset();
    }

    void putLong(final long value) {
        makeRoom(Long.BYTES);
        Bytes.putI64(chunk, position, value);
        position += Long.BYTES;
    }

    void putBytes(final byte[] bytes, final int offset, final int length) {
        int done = 0;
        while (done < length) {
            makeRoom(1);
            final int piece = Math.min(length - done, MAX_LENGTH - position);
            System.arraycopy(bytes, offset + done, chunk, position, piece);
            position += piece;
            done += piece;
        }
    }

    /** Ends a part with a checksum of its bytes. */
    void end() {
        makeRoom(Long.BYTES);
        crc.update(chunk, 1, position - 1);
        Bytes.putI64(chunk, position, crc.getValue());
        position += Long.BYTES;
        emit();
    }

    /** Returns how many chunks were written. */
    long count() {
        return count;
    }

    private void makeRoom(final int length) {
        if (MAX_LENGTH - position < length) {
            crc.update(chunk, 1, position - 1);
            emit();
        }
    }

    private void emit() {
        sink.onChunk(chunk, 0, position);
        count++;
        position = 1;
    }
}
