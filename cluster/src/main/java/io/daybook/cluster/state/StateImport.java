package io.daybook.cluster.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * The chunks of a state that comes through the log in place of SETTINGS, as far as they are there; replicated. Used by
 * one thread.
 */
final class StateImport {
    /** What a state may have: a hundred times that of a hundred thousand users. */
    static final long MAX_BYTES = 256L << 20;

    private final List<byte[]> chunks = new ArrayList<>();
    private long bytes;

    /** Adds the next chunk; false where they would be too many, and then there are none. */
    boolean add(final byte[] source, final int offset, final int length) {
        if (bytes + length > MAX_BYTES) {
            clear();
            return false;
        }
        chunks.add(Arrays.copyOfRange(source, offset, offset + length));
        bytes += length;
        return true;
    }

    /** How many there are. */
    int count() {
        return chunks.size();
    }

    /** One of them; not to be changed. */
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
