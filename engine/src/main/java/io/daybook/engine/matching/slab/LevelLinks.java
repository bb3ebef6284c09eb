package io.daybook.engine.matching.slab;

import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import java.util.Arrays;

/**
 * The neighbours of each order in the queue of its level, by its handle: two ints. They are apart from the records,
 * because taking an order out of a queue writes to both neighbours, and a cache line holds the links of eight orders
 * instead of one record.
 *
 * <p>A queue is closed by a <em>ring head</em>, which precedes its first order and follows its last as an order would,
 * and is its own neighbour if the queue is empty. So an order enters and leaves a queue by the same few writes at any
 * position. The handle of a ring head is that of its level, negated.
 *
 * <pre>
 *  the first array: | orders from 0 … | … | … ring heads to −1 |
 * </pre>
 *
 * <p>The first handles, 131,072 for books, are in one array, which is made with the links; more are in chunks of
 * {@value #CHUNK_HANDLES}. A move in one array saves the look-up of a chunk for each of the five handles that it
 * touches (docs/performance.md). Nothing is ever copied, so that no command waits longer than for a chunk. Arrays, and
 * the table of chunks, have a power of two of entries, so that a mask turns a handle of either sign into an index, for
 * which C2 checks no bounds.
 */
public final class LevelLinks {
    /** The index, in the two words of a handle, of the order before. */
    static final int PREVIOUS = 0;

    /** The index, in the two words of a handle, of the next order. */
    static final int NEXT = 1;

    private static final int CHUNK_SHIFT = 12;
    private static final int CHUNK_HANDLES = 1 << CHUNK_SHIFT;
    private static final int[] NONE = {};

    private final int[] first;

    /** The number of chunks for which the first array has room. */
    private final int together;

    /**
     * The first array only, or a table of chunks, in which the first array replaces as many chunks as it has room for.
     */
    private int[][] chunks;

    /** The limit of the handles of orders: all are below it. */
    private int orders;

    /** The lowest handle of a ring head so far. */
    private int lowestRing;

    /**
     * Creates empty links.
     *
     * @param together the number of chunks that the first array replaces, a power of two
     */
    LevelLinks(final int together) {
        this.together = together;
        first = new int[together * CHUNK_HANDLES << 1];
        chunks = new int[][] {first};
    }

    /** Copies the links, for reading only. */
    LevelLinks(final LevelLinks source) {
        orders = source.orders;
        lowestRing = source.lowestRing;
        together = source.together;
        first = source.isOneArray() ? source.usedOfFirst() : source.first.clone();
        chunks = source.chunks.clone();
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = chunks[i] == source.first ? first : chunks[i].clone();
        }
    }

    /** The used parts of the only array: its orders, and at the end its ring heads. */
    private int[] usedOfFirst() {
        final int ofRings = -lowestRing << 1;
        final int ofOrders = orders << 1;
        final int[] used = new int[Math.min(first.length, Integer.highestOneBit(ofOrders + ofRings) * 2)];
        System.arraycopy(first, 0, used, 0, ofOrders);
        System.arraycopy(first, first.length - ofRings, used, used.length - ofRings, ofRings);
        return used;
    }

    /** Removes every link and every ring head. */
    void clear() {
        chunks = new int[][] {first};
        orders = 0;
        lowestRing = 0;
    }

    /** Makes room for this many more orders. */
    void addOrders(final int count) {
        ensureChunks(chunkLimit(orders + count), firstChunk());
        orders += count;
    }

    /** Makes the ring head of one more queue, which is empty. */
    void addRing() {
        if ((lowestRing & CHUNK_HANDLES - 1) == 0) {
            ensureChunks(chunkLimit(orders), firstChunk() - 1);
        }
        close(--lowestRing);
    }

    /**
     * Makes the chunks of a range of indexes, unless the first array has room for all of them.
     *
     * @param to one more than the highest index, ≥ 0
     * @param from the lowest index, ≤ 0
     */
    private void ensureChunks(final int to, final int from) {
        if (to - from <= together) {
            return;
        }
        while (to - from > chunks.length) {
            final int[][] before = chunks;
            chunks = new int[Math.max(before.length, together) * 2][];
            Arrays.fill(chunks, NONE);
            for (int index = firstChunk(); index < chunkLimit(orders); index++) {
                chunks[index & chunks.length - 1] = before[index & before.length - 1];
            }
        }
        for (int index = from; index < to; index++) {
            if (chunks[index & chunks.length - 1].length == 0) {
                chunks[index & chunks.length - 1] = new int[CHUNK_HANDLES << 1];
            }
        }
    }

    private int firstChunk() {
        return lowestRing >> CHUNK_SHIFT;
    }

    private static int chunkLimit(final int ofOrders) {
        return ofOrders + CHUNK_HANDLES - 1 >> CHUNK_SHIFT;
    }

    /** Whether all links are in the first array. */
    private boolean isOneArray() {
        return chunks.length == 1;
    }

    /** All chunks; only one if all links are in one array. Valid until the next call of a method that adds to them. */
    int[][] chunks() {
        return chunks;
    }

    /** The chunk of a handle. */
    static int[] chunk(final int[][] chunks, final int handle) {
        return chunks[(handle >> CHUNK_SHIFT) & (chunks.length - 1)];
    }

    /**
     * The offset of a handle's word in its chunk.
     *
     * @param word {@link #PREVIOUS} or {@link #NEXT}
     */
    static int at(final int[] chunk, final int handle, final int word) {
        return (handle << 1) + word & (chunk.length - 1);
    }

    /** The array of a handle; without a look-up if there is only one. */
    private int[] array(final int handle) {
        final int[][] all = chunks;
        return all.length == 1 ? all[0] : chunk(all, handle);
    }

    private int get(final int handle, final int word) {
        final int[] chunk = array(handle);
        return chunk[at(chunk, handle, word)];
    }

    private void set(final int handle, final int word, final int other) {
        final int[] chunk = array(handle);
        chunk[at(chunk, handle, word)] = other;
    }

    /** The order before, or {@link OrderSlab#NO_ORDER} if a ring head is there. */
    public int previous(final int handle) {
        return Math.max(get(handle, PREVIOUS), NO_ORDER);
    }

    /** The next order, or {@link OrderSlab#NO_ORDER} if a ring head is there. */
    public int next(final int handle) {
        return Math.max(get(handle, NEXT), NO_ORDER);
    }

    void previous(final int handle, final int other) {
        set(handle, PREVIOUS, other);
    }

    void next(final int handle, final int other) {
        set(handle, NEXT, other);
    }

    /** Appends an order to a queue that a ring head closes. */
    public void append(final int order, final int ring) {
        if (isOneArray()) {
            putIn(chunks[0], order, ring);
        } else {
            putIntoChunks(chunks, order, ring);
        }
    }

    /** Puts an order before a ring head; all links are in one array. */
    private static void putIn(final int[] all, final int order, final int ring) {
        final int tail = all[at(all, ring, PREVIOUS)];
        all[at(all, order, NEXT)] = ring;
        all[at(all, order, PREVIOUS)] = tail;
        all[at(all, ring, PREVIOUS)] = order;
        all[at(all, tail, NEXT)] = order;
    }

    /** Puts an order before a ring head; the links are in chunks. */
    private static void putIntoChunks(final int[][] all, final int order, final int ring) {
        final int[] ofRing = chunk(all, ring);
        final int tail = ofRing[at(ofRing, ring, PREVIOUS)];
        final int[] own = chunk(all, order);
        own[at(own, order, NEXT)] = ring;
        own[at(own, order, PREVIOUS)] = tail;
        ofRing[at(ofRing, ring, PREVIOUS)] = order;
        final int[] ofTail = chunk(all, tail);
        ofTail[at(ofTail, tail, NEXT)] = order;
    }

    /** Links two handles: the second follows the first. */
    public void join(final int handle, final int behind) {
        next(handle, behind);
        previous(behind, handle);
    }

    /** Makes the queue of a ring head empty. */
    private void close(final int ring) {
        join(ring, ring);
    }

    /** Takes an order out of its queue; returns 0 if it was alone there. */
    public int takeOut(final int order) {
        return isOneArray() ? takeOut(chunks[0], order) : takeOutOfChunks(chunks, order);
    }

    /** Takes an order out of its queue and appends it to another; returns 0 if it was alone. */
    public int move(final int order, final int ring) {
        final int[][] all = chunks;
        final int others;
        if (all.length == 1) {
            others = takeOut(all[0], order);
            putIn(all[0], order, ring);
        } else {
            others = takeOutOfChunks(all, order);
            putIntoChunks(all, order, ring);
        }
        return others;
    }

    private static int takeOut(final int[] all, final int order) {
        final int next = all[at(all, order, NEXT)];
        final int previous = all[at(all, order, PREVIOUS)];
        all[at(all, previous, NEXT)] = next;
        all[at(all, next, PREVIOUS)] = previous;
        return previous ^ next;
    }

    private static int takeOutOfChunks(final int[][] all, final int order) {
        final int[] own = chunk(all, order);
        final int next = own[at(own, order, NEXT)];
        final int previous = own[at(own, order, PREVIOUS)];
        final int[] ofPrevious = chunk(all, previous);
        ofPrevious[at(ofPrevious, previous, NEXT)] = next;
        final int[] ofNext = chunk(all, next);
        ofNext[at(ofNext, next, PREVIOUS)] = previous;
        return previous ^ next;
    }
}
