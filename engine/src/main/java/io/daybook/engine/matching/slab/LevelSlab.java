package io.daybook.engine.matching.slab;

import java.util.Arrays;

/**
 * Price levels for all books of one thread: records of 32 bytes, named by int handles. Freed records are used again.
 * The queue of a level is closed by a ring head of {@link LevelLinks}, whose handle is that of the level, negated.
 *
 * <pre>
 *  0     1      2              3
 *  | key | lots | mark, orders | left, right |
 * </pre>
 *
 * <p>The index uses the mark: for the height of a node of an AVL tree, whose children are left and right, or for the
 * cell in the pages of a ladder. Of two ints in a word the first is the upper half. A free record has the next free
 * handle in word 3, and neither lots nor orders.
 *
 * <p>The first records, 32,768 for books, are in one array, which needs no look-up of a chunk; all others are in chunks
 * of {@value #CHUNK_LEVELS}. The array is made with the slab and nothing is ever copied, so that no command waits
 * longer than for a chunk of 64 KiB.
 */
public final class LevelSlab {
    private static final int CHUNK_SHIFT = 11;
    private static final int CHUNK_LEVELS = 1 << CHUNK_SHIFT;
    private static final int STRIDE_SHIFT = 2;

    private static final int KEY = 0;
    private static final int LOTS = 1;
    private static final int MARK_AND_ORDERS = 2;
    private static final int CHILDREN = 3;
    private static final long LOW = 0xFFFF_FFFFL;

    private final LevelLinks links;
    private final long[] first;
    private final int together;

    /** The first array only, or a table of chunks, in which it replaces the first {@link #together} chunks. */
    private long[][] chunks;

    private int firstFree;
    private int firstUnused = 1;

    /**
     * Creates an empty slab.
     *
     * @param links the links of orders in their queues, where each level has a ring head
     * @param together the number of chunks that the first array replaces, a power of two
     */
    public LevelSlab(final LevelLinks links, final int together) {
        this.links = links;
        this.together = together;
        first = new long[together * CHUNK_LEVELS << STRIDE_SHIFT];
        chunks = new long[][] {first};
    }

    /**
     * A copy for reading, with the same levels under the same handles; later changes of the source do not affect it.
     */
    public LevelSlab(final LevelSlab source) {
        links = source.links;
        firstFree = source.firstFree;
        firstUnused = source.firstUnused;
        together = source.together;
        final int used = Math.min(together * CHUNK_LEVELS, Integer.highestOneBit(firstUnused) * 2);
        first = Arrays.copyOf(source.first, used << STRIDE_SHIFT);
        chunks = source.chunks.clone();
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = chunks[i] == source.first ? first : chunks[i].clone();
        }
    }

    /** Removes every level; the caller clears the links too. */
    public void clear() {
        Arrays.fill(first, 0);
        chunks = new long[][] {first};
        firstFree = 0;
        firstUnused = 1;
    }

    /**
     * Makes an empty level without children.
     *
     * @param mark the mark that the index gives it
     */
    public int allocate(final long key, final int mark) {
        final int handle = firstFree == 0 ? unused() : firstFree;
        final long[] chunk = chunk(handle);
        firstFree = (int) chunk[at(chunk, handle, CHILDREN)];
        chunk[at(chunk, handle, KEY)] = key;
        chunk[at(chunk, handle, MARK_AND_ORDERS)] = pack(mark, 0);
        chunk[at(chunk, handle, CHILDREN)] = 0;
        return handle;
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
        return (int) word(handle, MARK_AND_ORDERS);
    }

    /** Adds lots and orders to those of a level; returns its mark and orders. */
    public long add(final int handle, final long lots, final int orders) {
        final long[] chunk = chunk(handle);
        final long counted = chunk[at(chunk, handle, MARK_AND_ORDERS)] + orders;
        chunk[at(chunk, handle, MARK_AND_ORDERS)] = counted;
        chunk[at(chunk, handle, LOTS)] += lots;
        return counted;
    }

    /** The mark in a result of {@link #add} or {@link #countOff}. */
    public static int markOf(final long counted) {
        return upper(counted);
    }

    /** 1 if a result of {@link #countOff} has no orders, else 0. */
    public static int emptied(final long counted) {
        return (int) ((counted & LOW) - 1 >> 63) & 1;
    }

    /** The number of orders in a result of {@link #add} or {@link #countOff}. */
    public static int ordersOf(final long counted) {
        return (int) counted;
    }

    /**
     * Subtracts an order that has left a level.
     *
     * @param others 0 if it was alone in its queue
     * @return the mark and orders of the level, or −1 if its sums contradict its queue; a mask shows C2 that other
     *     results are not negative, so that it compares only once
     */
    public long countOff(final int handle, final long lots, final int others) {
        final long[] chunk = chunk(handle);
        final int ofOrders = at(chunk, handle, MARK_AND_ORDERS);
        final int ofLots = at(chunk, handle, LOTS);
        final long left = chunk[ofOrders] - 1;
        final long lotsLeft = chunk[ofLots] - lots;
        chunk[ofOrders] = left;
        chunk[ofLots] = lotsLeft;
        final long isEmpty = ((left & LOW) - 1) >> 63; // −1 or 0, like isAlone
        final long isAlone = ((others & LOW) - 1) >> 63;
        return ((isEmpty ^ isAlone) | (lotsLeft & isEmpty)) == 0 ? left & Long.MAX_VALUE : -1;
    }

    /** The mark that the index has given a level. */
    public int mark(final int handle) {
        return upper(word(handle, MARK_AND_ORDERS));
    }

    /** Sets {@link #mark(int)}. */
    public void mark(final int handle, final int mark) {
        word(handle, MARK_AND_ORDERS, pack(mark, orders(handle)));
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
        if (index >= together && (firstUnused & CHUNK_LEVELS - 1) == 0) {
            addChunk(index);
        }
        links.addRing();
        return firstUnused++;
    }

    private void addChunk(final int index) {
        final int known = chunks.length;
        if (index >= known) {
            chunks = Arrays.copyOf(chunks, index * 2);
            Arrays.fill(chunks, known, chunks.length, first);
        }
        chunks[index] = new long[CHUNK_LEVELS << STRIDE_SHIFT];
    }

    /**
     * The chunk of a handle, without a look-up if there is only one; the masks here and in {@link #at}, which change no
     * index, spare C2 the check of bounds.
     */
    private long[] chunk(final int handle) {
        final long[][] all = chunks;
        return all.length == 1 ? all[0] : all[handle >>> CHUNK_SHIFT & all.length - 1];
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
