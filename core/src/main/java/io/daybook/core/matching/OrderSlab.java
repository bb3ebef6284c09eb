package io.daybook.core.matching;

import java.util.Arrays;

/**
 * The live orders of all books of one thread: records of 64 bytes in chunks of {@value #CHUNK_ORDERS}, named by int handles
 * that stay the same for the life of an order. Freed records are used again, last freed first. Growing adds a chunk and never
 * moves a record.
 *
 * <pre>
 *  0    1       2           3                      4         5                 6             7
 *  | id | price | remaining | size, type, side bit | reserve | user and book  | level links | user links |
 * </pre>
 *
 * <p>Level links hold the handles before and after the order in the queue of its level, user links those in the chain of its
 * owner's orders; the first of both in the upper half. A free record has id 0 and the next free handle in word 6. The record
 * of {@link #NO_ORDER} is there to be written to: links of an order without a neighbour end there, and nobody reads them.
 */
final class OrderSlab {
    /** No handle: what a zeroed field says. */
    static final int NO_ORDER = 0;

    /** The largest size that a record can hold. */
    static final long MAX_SIZE = (1L << 59) - 1;

    private static final int CHUNK_SHIFT = 12;
    private static final int CHUNK_ORDERS = 1 << CHUNK_SHIFT;
    private static final int CHUNK_MASK = CHUNK_ORDERS - 1;
    private static final int STRIDE_SHIFT = 3;

    private static final int ID = 0;
    private static final int PRICE = 1;
    private static final int REMAINING = 2;
    private static final int SIZE_AND_KIND = 3;
    private static final int RESERVE = 4;
    private static final int OWNER = 5;
    private static final int LEVEL_LINKS = 6;
    private static final int USER_LINKS = 7;

    private static final int SIZE_SHIFT = 4;
    private static final int TYPE_MASK = 7;
    private static final int ASK_BIT = 8;
    private static final long LOW = 0xFFFF_FFFFL;

    private long[][] chunks;
    private int firstFree = NO_ORDER;
    private int firstUnused = NO_ORDER + 1;
    private int liveCount;

    OrderSlab() {
        chunks = new long[][] {newChunk()};
    }

    /** The same records under the same handles; what happens to one slab from here on is not seen in the other. */
    OrderSlab(final OrderSlab source) {
        chunks = source.chunks.clone();
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = chunks[i].length == 0 ? EMPTY : chunks[i].clone();
        }
        firstFree = source.firstFree;
        firstUnused = source.firstUnused;
        liveCount = source.liveCount;
    }

    /** Forgets every order and keeps one chunk. */
    void clear() {
        chunks = new long[][] {newChunk()};
        firstFree = NO_ORDER;
        firstUnused = NO_ORDER + 1;
        liveCount = 0;
    }

    /** Makes a record of a new order, linked to nothing; its remaining lots are its size. */
    int allocate(
            final long id,
            final long price,
            final long size,
            final int type,
            final boolean ask,
            final long reserve,
            final int userIndex,
            final int bookIndex) {
        final int handle = take();
        final long[] chunk = chunks[handle >>> CHUNK_SHIFT];
        final int base = base(handle);
        chunk[base + ID] = id;
        chunk[base + PRICE] = price;
        chunk[base + REMAINING] = size;
        chunk[base + SIZE_AND_KIND] = (size << SIZE_SHIFT) | type | (ask ? ASK_BIT : 0);
        chunk[base + RESERVE] = reserve;
        chunk[base + OWNER] = pack(userIndex, bookIndex);
        chunk[base + LEVEL_LINKS] = 0;
        chunk[base + USER_LINKS] = 0;
        liveCount++;
        return handle;
    }

    /** Gives a record back; the handle is dead from here on. */
    void free(final int handle) {
        final long[] chunk = chunks[handle >>> CHUNK_SHIFT];
        final int base = base(handle);
        chunk[base + ID] = 0;
        chunk[base + LEVEL_LINKS] = firstFree;
        firstFree = handle;
        liveCount--;
    }

    /** How many records are in use. */
    int liveCount() {
        return liveCount;
    }

    /** Handles lie below this. */
    int handleLimit() {
        return firstUnused;
    }

    /** Counts the free list; −1 when it is not the complement of the live records. For validation. */
    int freeCount() {
        int count = 0;
        for (int handle = firstFree; handle != NO_ORDER; handle = next(handle)) {
            if (id(handle) != 0 || ++count > firstUnused) {
                return -1;
            }
        }
        return count;
    }

    long id(final int handle) {
        return word(handle, ID);
    }

    long price(final int handle) {
        return word(handle, PRICE);
    }

    void price(final int handle, final long value) {
        word(handle, PRICE, value);
    }

    long remaining(final int handle) {
        return word(handle, REMAINING);
    }

    void remaining(final int handle, final long value) {
        word(handle, REMAINING, value);
    }

    long size(final int handle) {
        return word(handle, SIZE_AND_KIND) >>> SIZE_SHIFT;
    }

    int type(final int handle) {
        return (int) word(handle, SIZE_AND_KIND) & TYPE_MASK;
    }

    boolean isAsk(final int handle) {
        return (word(handle, SIZE_AND_KIND) & ASK_BIT) != 0;
    }

    long reserve(final int handle) {
        return word(handle, RESERVE);
    }

    int userIndex(final int handle) {
        return upper(word(handle, OWNER));
    }

    int bookIndex(final int handle) {
        return (int) word(handle, OWNER);
    }

    /** The order before this one in its level. */
    int previous(final int handle) {
        return upper(word(handle, LEVEL_LINKS));
    }

    /** The order after this one in its level. */
    int next(final int handle) {
        return (int) word(handle, LEVEL_LINKS);
    }

    void previous(final int handle, final int other) {
        final long[] chunk = chunks[handle >>> CHUNK_SHIFT];
        final int at = base(handle) + LEVEL_LINKS;
        chunk[at] = pack(other, (int) chunk[at]);
    }

    void next(final int handle, final int other) {
        final long[] chunk = chunks[handle >>> CHUNK_SHIFT];
        final int at = base(handle) + LEVEL_LINKS;
        chunk[at] = (chunk[at] & ~LOW) | other;
    }

    void levelLinks(final int handle, final int previous, final int next) {
        word(handle, LEVEL_LINKS, pack(previous, next));
    }

    int previousOfUser(final int handle) {
        return upper(word(handle, USER_LINKS));
    }

    int nextOfUser(final int handle) {
        return (int) word(handle, USER_LINKS);
    }

    void previousOfUser(final int handle, final int other) {
        final long[] chunk = chunks[handle >>> CHUNK_SHIFT];
        final int at = base(handle) + USER_LINKS;
        chunk[at] = pack(other, (int) chunk[at]);
    }

    void nextOfUser(final int handle, final int other) {
        final long[] chunk = chunks[handle >>> CHUNK_SHIFT];
        final int at = base(handle) + USER_LINKS;
        chunk[at] = (chunk[at] & ~LOW) | other;
    }

    private int take() {
        final int handle = firstFree;
        if (handle != NO_ORDER) {
            firstFree = next(handle);
            return handle;
        }
        if (firstUnused >>> CHUNK_SHIFT == chunks.length || chunks[firstUnused >>> CHUNK_SHIFT].length == 0) {
            addChunk(firstUnused >>> CHUNK_SHIFT);
        }
        return firstUnused++;
    }

    private void addChunk(final int index) {
        if (firstUnused < 0) {
            throw new IllegalStateException("the slab must hold less than 2^31 orders: liveCount=" + liveCount);
        }
        if (index == chunks.length) {
            chunks = Arrays.copyOf(chunks, index * 2);
            Arrays.fill(chunks, index, chunks.length, EMPTY);
        }
        chunks[index] = newChunk();
    }

    private static final long[] EMPTY = {};

    private static long[] newChunk() {
        return new long[CHUNK_ORDERS << STRIDE_SHIFT];
    }

    private static int base(final int handle) {
        return (handle & CHUNK_MASK) << STRIDE_SHIFT;
    }

    private long word(final int handle, final int offset) {
        return chunks[handle >>> CHUNK_SHIFT][base(handle) + offset];
    }

    private void word(final int handle, final int offset, final long value) {
        chunks[handle >>> CHUNK_SHIFT][base(handle) + offset] = value;
    }

    private static long pack(final int upper, final int lower) {
        return ((long) upper << 32) | (lower & LOW);
    }

    private static int upper(final long word) {
        return (int) (word >>> 32);
    }
}
