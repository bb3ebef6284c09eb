package io.daybook.cluster.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** The received chunks of a state that the log contains in place of SETTINGS; replicated. Used by one thread. */
final class StateImport {
    /** The greatest size of a state: a hundred times the size with a hundred thousand users. */
    static final long MAX_BYTES = 256L << 20;

    private final List<byte[]> chunks = new ArrayList<>();
    private long bytes;

    /** Adds the next chunk. If the bytes become too many, drops all chunks and returns false. */
    boolean add(final byte[] source, final int offset, final int length) {
        if (bytes + length > MAX_BYTES) {
            clear();
            return false;
        }
        chunks.add(Arrays.copyOfRange(source, offset, offset + length));
        bytes += length;
        return true;
    }

    /** Returns how many chunks there are. */
    int count() {
        return chunks.size();
    }

    /** One of the chunks; not to be modified. */
    byte[] chunk(final int index) {
        return chunks.get(index);
    }

    ChunkSource source() {
        final Iterator<byte[]> iterator = chunks.iterator();
        return () -> iterator.hasNext() ? iterator.next() : null;
    }

    void clear() {
        chunks.clear();
        bytes = 0;
    }
}
