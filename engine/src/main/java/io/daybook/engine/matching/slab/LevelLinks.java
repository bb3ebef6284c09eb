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
 * place. The handle of a ring head is that of its level, negated.
 *
 * <pre>
 *  one array, or the chunks: | orders from 0 … | … | … ring heads to −1 |
 * </pre>
 *
 * <p>Up to {@value #MOST_TOGETHER} handles are in one array, which doubles: copying its 1 MiB takes less than a
 * millisecond. A move in one array saves the look-up of a chunk for each of the five handles that it touches
 * (docs/performance.md). More handles are in chunks of {@value #CHUNK_HANDLES}. Arrays, and the table of chunks, have a
 * power of two of entries, so that a mask finds the entry of a handle of either sign, and C2 checks no bounds.
 */
public final class LevelLinks {
    /** The index, in the two words of a handle, of the order before. */
    static final int PREVIOUS = 0;

    /** The index, in the two words of a handle, of the next order. */
    static final int NEXT = 1;

    private static final int CHUNK_SHIFT = 12;
    private static final int CHUNK_HANDLES = 1 << CHUNK_SHIFT;
    private static final int MOST_TOGETHER = 1 << 17;
    private static final int FIRST_HANDLES = 1 << 13;
    private static final int[] NONE = {};

    private int[][] chunks = {NONE};

    /** The limit of the handles of orders: all are below it. */
    private int orders;

    /** The lowest handle of a ring head so far. */
    private int lowestRing;

    LevelLinks() {
        clear();
    }

    /** Copies the links, for reading only. */
    LevelLinks(final LevelLinks source) {
        chunks = source.chunks.clone();
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = chunks[i].clone();
        }
    }

    /** Removes every link and every ring head. */
    void clear() {
        chunks = new int[][] {new int[FIRST_HANDLES << 1]};
        orders = 0;
        lowestRing = 0;
    }

    /** Makes room for this many more orders. */
    void addOrders(final int count) {
        ensureRoom(orders + count, lowestRing);
        orders += count;
    }

    /** Makes ring heads of this many more empty queues. */
    void addRings(final int count) {
        ensureRoom(orders, Math.subtractExact(lowestRing, count));
        lowestRing -= count;
        for (int ring = lowestRing; ring < lowestRing + count; ring++) {
            close(ring);
        }
    }

    private void ensureRoom(final int orderLimit, final int firstRing) {
        while (isOneArray() && (long) orderLimit - firstRing > chunks[0].length >> 1) {
            if (chunks[0].length >> 1 < MOST_TOGETHER) {
                chunks[0] = grown(chunks[0]);
            } else {
                split(chunks[0]);
            }
        }
        if (!isOneArray()) {
            ensureChunks(orderLimit + CHUNK_HANDLES - 1 >> CHUNK_SHIFT, firstRing >> CHUNK_SHIFT);
        }
    }

    /** Doubles the links; ring heads stay at the end. */
    private int[] grown(final int[] links) {
        final int[] more = new int[links.length * 2];
        System.arraycopy(links, 0, more, 0, orders << 1);
        final int ofRings = -lowestRing << 1;
        System.arraycopy(links, links.length - ofRings, more, more.length - ofRings, ofRings);
        return more;
    }

    /** Splits the one array, which has reached its largest length, into chunks. */
    private void split(final int[] all) {
        chunks = new int[][] {NONE, NONE};
        ensureChunks(chunkLimit(), firstChunk());
        for (int index = firstChunk(); index < chunkLimit(); index++) {
            final int[] chunk = chunks[index & chunks.length - 1];
            System.arraycopy(all, at(all, index << CHUNK_SHIFT, PREVIOUS), chunk, 0, chunk.length);
        }
    }

    /**
     * Makes chunks of all indexes of a range.
     *
     * @param to one more than the highest index, ≥ 0
     * @param from the lowest index, ≤ 0
     */
    private void ensureChunks(final int to, final int from) {
        while (to - from > chunks.length) {
            final int[][] before = chunks;
            chunks = new int[before.length * 2][];
            Arrays.fill(chunks, NONE);
            for (int index = firstChunk(); index < chunkLimit(); index++) {
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

    private int chunkLimit() {
        return orders + CHUNK_HANDLES - 1 >> CHUNK_SHIFT;
    }

    /** Whether all links lie in one array, the only element of {@link #chunks}. */
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
