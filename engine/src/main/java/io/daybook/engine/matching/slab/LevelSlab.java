package io.daybook.engine.matching.slab;

import java.util.Arrays;

/**
 * Price levels for all books of one thread: records of 32 bytes in chunks of {@value #CHUNK_LEVELS}, named by int
 * handles. Freed records are used again. The queue of a level is closed by a ring head of {@link LevelLinks}, whose
 * handle is that of the level, negated.
 *
 * <pre>
 *  0     1      2                3
 *  | key | lots | height, orders | left, right |
 * </pre>
 *
 * <p>Height, left and right are of levels that are nodes of an AVL tree. Of two ints in a word the first is the upper
 * half. A free record has the next free handle in word 3, and neither lots nor orders.
 */
public final class LevelSlab {
    private static final int CHUNK_SHIFT = 10;
    private static final int CHUNK_LEVELS = 1 << CHUNK_SHIFT;
    private static final int STRIDE_SHIFT = 2;

    private static final int KEY = 0;
    private static final int LOTS = 1;
    private static final int HEIGHT_AND_ORDERS = 2;
    private static final int CHILDREN = 3;
    private static final long ONE_HIGH = 1L << 32;
    private static final long LOW = 0xFFFF_FFFFL;
    private static final long[] NO_CHUNK = {};

    private final LevelLinks links;
    private long[][] chunks;
    private int firstFree;
    private int firstUnused = 1;

    /**
     * Creates an empty slab.
     *
     * @param links the links of orders in their queues, where each level has a ring head
     */
    public LevelSlab(final LevelLinks links) {
        this.links = links;
        chunks = new long[][] {NO_CHUNK};
    }

    /**
     * A read-only copy with the same levels under the same handles; later changes of one slab do not affect the other.
     */
    public LevelSlab(final LevelSlab source) {
        links = source.links;
        chunks = source.chunks.clone();
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = chunks[i].length == 0 ? NO_CHUNK : chunks[i].clone();
        }
        firstFree = source.firstFree;
        firstUnused = source.firstUnused;
    }

    /** Forgets every level; the links forget theirs, too. */
    public void clear() {
        chunks = new long[][] {NO_CHUNK};
        firstFree = 0;
        firstUnused = 1;
    }

    /** Makes an empty level of height 1 without children. */
    public int allocate(final long key) {
        final int handle = firstFree();
        take(handle, key);
        return handle;
    }

    /** The record that is free and the next to be taken. */
    private int firstFree() {
        return firstFree == 0 ? unused() : firstFree;
    }

    private void take(final int handle, final long key) {
        firstFree = (int) word(handle, CHILDREN);
        word(handle, KEY, key);
        word(handle, HEIGHT_AND_ORDERS, ONE_HIGH);
        word(handle, CHILDREN, 0);
    }

    /** Gives a record back. */
    public void free(final int handle) {
        word(handle, CHILDREN, firstFree);
        firstFree = handle;
    }

    public long key(final int handle) {
        return word(handle, KEY);
    }

    public long lots(final int handle) {
        return word(handle, LOTS);
    }

    public int orders(final int handle) {
        return (int) word(handle, HEIGHT_AND_ORDERS);
    }

    /** Adds lots and orders to those of a level. */
    public void add(final int handle, final long lots, final int orders) {
        final long[] chunk = chunk(handle);
        chunk[at(chunk, handle, HEIGHT_AND_ORDERS)] += orders;
        chunk[at(chunk, handle, LOTS)] += lots;
    }

    /**
     * Subtracts an order that has left a level.
     *
     * @param others 0 if it was alone in its queue
     * @return 1 if the level has none now, 0 if it has some, −1 if its sums contradict its queue
     */
    public int countOff(final int handle, final long lots, final int others) {
        final long[] chunk = chunk(handle);
        final int ofOrders = at(chunk, handle, HEIGHT_AND_ORDERS);
        final int ofLots = at(chunk, handle, LOTS);
        final long left = chunk[ofOrders] - 1;
        final long lotsLeft = chunk[ofLots] - lots;
        chunk[ofOrders] = left;
        chunk[ofLots] = lotsLeft;
        final long isEmpty = ((left & LOW) - 1) >> 63; // −1 or 0, as the next
        final long isAlone = ((others & LOW) - 1) >> 63;
        return ((isEmpty ^ isAlone) | (lotsLeft & isEmpty)) == 0 ? (int) isEmpty & 1 : -1;
    }

    /** The cell of a level in the pages of a ladder. */
    public int cell(final int handle) {
        return (int) word(handle, CHILDREN);
    }

    /** Sets the cell of a level in the pages of a ladder. */
    public void cell(final int handle, final int cell) {
        word(handle, CHILDREN, cell);
    }

    public int height(final int handle) {
        return upper(word(handle, HEIGHT_AND_ORDERS));
    }

    public void height(final int handle, final int height) {
        word(handle, HEIGHT_AND_ORDERS, pack(height, orders(handle)));
    }

    public int left(final int handle) {
        return upper(word(handle, CHILDREN));
    }

    public int right(final int handle) {
        return (int) word(handle, CHILDREN);
    }

    public void left(final int handle, final int child) {
        word(handle, CHILDREN, pack(child, right(handle)));
    }

    public void right(final int handle, final int child) {
        word(handle, CHILDREN, pack(left(handle), child));
    }

    private int unused() {
        final int index = firstUnused >>> CHUNK_SHIFT;
        if (index == chunks.length) {
            chunks = Arrays.copyOf(chunks, index * 2);
            Arrays.fill(chunks, index, chunks.length, NO_CHUNK);
        }
        if (chunks[index].length == 0) {
            chunks[index] = new long[CHUNK_LEVELS << STRIDE_SHIFT];
            links.addRings(CHUNK_LEVELS);
        }
        return firstUnused++;
    }

    /**
     * The chunk of a handle; the masks here and in {@link #at}, which change no index, spare C2 the check of bounds.
     */
    private long[] chunk(final int handle) {
        final long[][] all = chunks;
        return all[handle >>> CHUNK_SHIFT & all.length - 1];
    }

    private static int at(final long[] chunk, final int handle, final int word) {
        return (handle << STRIDE_SHIFT) + word & chunk.length - 1;
    }

    private long word(final int handle, final int word) {
        final long[] chunk = chunk(handle);
        return chunk[at(chunk, handle, word)];
    }

    private void word(final int handle, final int word, final long value) {
        final long[] chunk = chunk(handle);
        chunk[at(chunk, handle, word)] = value;
    }

    private static long pack(final int upper, final int lower) {
        return ((long) upper << 32) | (lower & LOW);
    }

    private static int upper(final long word) {
        return (int) (word >>> 32);
    }
}
