package io.daybook.risk.position;

import java.util.Arrays;

/**
 * Lots of entries of brackets, which count twice in the exposure, by position. Stored in chunks that are allocated on
 * demand, because few positions have such lots.
 */
final class DoubledLots {
    private static final int CHUNK_SHIFT = 12;
    private static final int CHUNK_MASK = (1 << CHUNK_SHIFT) - 1;
    private static final long[] NONE = {};

    private long[][] chunks = {};

    /** The lots of a position. */
    long of(final int position) {
        final int chunk = position >>> CHUNK_SHIFT;
        return chunk >= chunks.length || chunks[chunk].length == 0 ? 0 : chunks[chunk][position & CHUNK_MASK];
    }

    /**
     * Adds lots, or removes them if negative, and returns the new number. If that would be negative, nothing changes.
     */
    long add(final int position, final long lots) {
        final int chunk = position >>> CHUNK_SHIFT;
        if (chunk >= chunks.length) {
            final int known = chunks.length;
            chunks = Arrays.copyOf(chunks, Math.max(chunk + 1, known * 2));
            Arrays.fill(chunks, known, chunks.length, NONE);
        }
        if (chunks[chunk].length == 0) {
            chunks[chunk] = new long[1 << CHUNK_SHIFT];
        }
        final long now = chunks[chunk][position & CHUNK_MASK] + lots;
        if (now >= 0) {
            chunks[chunk][position & CHUNK_MASK] = now;
        }
        return now;
    }
}
