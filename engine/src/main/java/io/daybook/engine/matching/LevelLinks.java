package io.daybook.engine.matching;

import static io.daybook.engine.matching.OrderSlab.NO_ORDER;

import java.util.Arrays;

/**
 * The neighbours of each order in the queue of its level, by its handle: two ints, in chunks of {@value #CHUNK_HANDLES}
 * handles. They lie apart from the records: taking an order out of a queue writes to both neighbours, and a cache line
 * holds eight of their links instead of one record.
 *
 * <p>A queue either ends with {@link OrderSlab#NO_ORDER} on both sides, or is closed by a <em>ring head</em>, which
 * stands before its first order and behind its last as an order would, and is its own neighbour where there is none. So
 * an order enters and leaves such a queue by the same few writes wherever it stands, and nobody asks where that is.
 * Ring heads have negative handles, and come in blocks of consecutive ones.
 *
 * <pre>
 *  the chunks: 0 …      … orders      ring heads …      … −1
 *              | handles 0 … 4095 | … | … | handles −4096 … −1 |
 * </pre>
 *
 * <p>There are a power of two of chunks, so that a handle of either sign finds its own by a mask.
 */
final class LevelLinks {
    static final int CHUNK_SHIFT = 12;
    static final int CHUNK_HANDLES = 1 << CHUNK_SHIFT;

    /** The word of the one before, within the two of a handle. */
    static final int PREVIOUS = 0;

    /** The word of the one behind. */
    static final int NEXT = 1;

    private static final int CHUNK_MASK = CHUNK_HANDLES - 1;
    private static final int FIRST_CHUNKS = 2;
    private static final int[] NONE = {};

    private int[][] chunks;
    private int orderChunks;

    /** The lowest handle of a ring head so far. */
    private int lowestRing;

    /** Blocks given back, by the binary logarithm of their length: the first of each, which names the next. */
    private final int[] freeBlocks = new int[Integer.SIZE];

    LevelLinks() {
        chunks = new int[FIRST_CHUNKS][];
        clear();
    }

    /** The same links, to be read only. */
    LevelLinks(final LevelLinks source) {
        chunks = source.chunks.clone();
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = chunks[i].length == 0 ? NONE : chunks[i].clone();
        }
    }

    /** Forgets every link and every ring head. */
    void clear() {
        chunks = new int[FIRST_CHUNKS][];
        Arrays.fill(chunks, NONE);
        Arrays.fill(freeBlocks, NO_ORDER);
        orderChunks = 0;
        lowestRing = 0;
    }

    /** Makes room for the next {@value #CHUNK_HANDLES} orders. */
    void addOrders() {
        ensureChunks(orderChunks + 1, -(lowestRing >> CHUNK_SHIFT));
        chunks[orderChunks++] = new int[CHUNK_HANDLES << 1];
    }

    /**
     * Ring heads of so many empty queues.
     *
     * @param count a power of two
     * @return the lowest handle of as many consecutive ones
     */
    int takeRings(final int count) {
        final int size = Integer.numberOfTrailingZeros(count);
        int first = freeBlocks[size];
        if (first != NO_ORDER) {
            freeBlocks[size] = chunk(chunks, first)[at(first) + NEXT];
        } else {
            first = Math.subtractExact(lowestRing, count);
            final int from = first >> CHUNK_SHIFT;
            ensureChunks(orderChunks, -from);
            for (int index = from; index < 0 && chunks[index & chunks.length - 1].length == 0; index++) {
                chunks[index & chunks.length - 1] = new int[CHUNK_HANDLES << 1];
            }
            lowestRing = first;
        }
        for (int ring = first; ring < first + count; ring++) {
            close(ring);
        }
        return first;
    }

    /** Gives back what {@link #takeRings} returned. */
    void giveRings(final int first, final int count) {
        final int size = Integer.numberOfTrailingZeros(count);
        chunk(chunks, first)[at(first) + NEXT] = freeBlocks[size];
        freeBlocks[size] = first;
    }

    private void ensureChunks(final int ofOrders, final int ofRings) {
        if (ofOrders + ofRings > chunks.length) {
            final int[][] before = chunks;
            chunks = new int[before.length * 2][];
            Arrays.fill(chunks, NONE);
            System.arraycopy(before, 0, chunks, 0, orderChunks);
            for (int index = lowestRing >> CHUNK_SHIFT; index < 0; index++) {
                chunks[index & chunks.length - 1] = before[index & before.length - 1];
            }
            ensureChunks(ofOrders, ofRings);
        }
    }

    /** All chunks; until the next call of a method that adds to them. */
    int[][] chunks() {
        return chunks;
    }

    /** The one of a handle. */
    static int[] chunk(final int[][] chunks, final int handle) {
        return chunks[(handle >> CHUNK_SHIFT) & (chunks.length - 1)];
    }

    /** Where the two words of a handle are in its chunk. */
    static int at(final int handle) {
        return (handle & CHUNK_MASK) << 1;
    }

    /** The one before; {@link OrderSlab#NO_ORDER} if that is a ring head. */
    int previous(final int handle) {
        return Math.max(chunk(chunks, handle)[at(handle) + PREVIOUS], NO_ORDER);
    }

    /** The one behind; {@link OrderSlab#NO_ORDER} if that is a ring head. */
    int next(final int handle) {
        return Math.max(chunk(chunks, handle)[at(handle) + NEXT], NO_ORDER);
    }

    void previous(final int handle, final int other) {
        chunk(chunks, handle)[at(handle) + PREVIOUS] = other;
    }

    void next(final int handle, final int other) {
        chunk(chunks, handle)[at(handle) + NEXT] = other;
    }

    /** Closes a queue with a ring head. */
    void close(final int ring, final int head, final int tail) {
        previous(ring, tail);
        next(ring, head);
        previous(head, ring);
        next(tail, ring);
    }

    /** Makes the queue of a ring head empty. */
    void close(final int ring) {
        close(ring, ring, ring);
    }
}
