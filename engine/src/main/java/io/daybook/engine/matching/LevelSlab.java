package io.daybook.engine.matching;

import java.util.Arrays;

/**
 * Price levels as nodes of trees, for all books of one thread: records of 40 bytes in chunks of {@value #CHUNK_LEVELS},
 * named by int handles. Freed records are used again.
 *
 * <pre>
 *  0     1      2             3                 4
 *  | key | lots | head, tail | orders, height | left, right |
 * </pre>
 *
 * <p>Of two ints in a word the first stands in the upper half. A free record has the next free handle in word 4.
 */
final class LevelSlab {
    private static final int CHUNK_SHIFT = 10;
    private static final int CHUNK_LEVELS = 1 << CHUNK_SHIFT;
    private static final int CHUNK_MASK = CHUNK_LEVELS - 1;
    private static final int STRIDE = 5;

    private static final int KEY = 0;
    private static final int LOTS = 1;
    private static final int QUEUE = 2;
    private static final int ORDERS_AND_HEIGHT = 3;
    private static final int CHILDREN = 4;
    private static final long LOW = 0xFFFF_FFFFL;
    private static final long[] NO_CHUNK = {};

    private long[][] chunks;
    private int firstFree;
    private int firstUnused = 1;

    LevelSlab() {
        chunks = new long[][] {NO_CHUNK};
    }

    /**
     * A read-only copy with the same levels under the same handles; later changes of one slab are not seen in the
     * other.
     */
    LevelSlab(final LevelSlab source) {
        chunks = source.chunks.clone();
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = chunks[i].length == 0 ? NO_CHUNK : chunks[i].clone();
        }
        firstFree = source.firstFree;
        firstUnused = source.firstUnused;
    }

    /** Forgets every level. */
    void clear() {
        chunks = new long[][] {NO_CHUNK};
        firstFree = 0;
        firstUnused = 1;
    }

    /** Makes an empty level of height 1 without children. */
    int allocate(final long key) {
        final int handle = take();
        final long[] chunk = chunks[handle >>> CHUNK_SHIFT];
        final int base = base(handle);
        chunk[base + KEY] = key;
        chunk[base + LOTS] = 0;
        chunk[base + QUEUE] = 0;
        chunk[base + ORDERS_AND_HEIGHT] = 1;
        chunk[base + CHILDREN] = 0;
        return handle;
    }

    /** Gives a record back. */
    void free(final int handle) {
        word(handle, CHILDREN, firstFree);
        firstFree = handle;
    }

    long key(final int handle) {
        return word(handle, KEY);
    }

    long lots(final int handle) {
        return word(handle, LOTS);
    }

    int head(final int handle) {
        return upper(word(handle, QUEUE));
    }

    int tail(final int handle) {
        return (int) word(handle, QUEUE);
    }

    void queue(final int handle, final int head, final int tail) {
        word(handle, QUEUE, pack(head, tail));
    }

    int orders(final int handle) {
        return upper(word(handle, ORDERS_AND_HEIGHT));
    }

    void add(final int handle, final long lots, final int orders) {
        final long[] chunk = chunks[handle >>> CHUNK_SHIFT];
        final int base = base(handle);
        chunk[base + LOTS] += lots;
        chunk[base + ORDERS_AND_HEIGHT] += (long) orders << 32;
    }

    int height(final int handle) {
        return (int) word(handle, ORDERS_AND_HEIGHT);
    }

    void height(final int handle, final int height) {
        word(handle, ORDERS_AND_HEIGHT, pack(orders(handle), height));
    }

    int left(final int handle) {
        return upper(word(handle, CHILDREN));
    }

    int right(final int handle) {
        return (int) word(handle, CHILDREN);
    }

    void left(final int handle, final int child) {
        word(handle, CHILDREN, pack(child, right(handle)));
    }

    void right(final int handle, final int child) {
        word(handle, CHILDREN, pack(left(handle), child));
    }

    private int take() {
        final int handle = firstFree;
        if (handle != 0) {
            firstFree = (int) word(handle, CHILDREN);
            return handle;
        }
        final int index = firstUnused >>> CHUNK_SHIFT;
        if (index == chunks.length) {
            chunks = Arrays.copyOf(chunks, index * 2);
            Arrays.fill(chunks, index, chunks.length, NO_CHUNK);
        }
        if (chunks[index].length == 0) {
            chunks[index] = new long[CHUNK_LEVELS * STRIDE];
        }
        return firstUnused++;
    }

    private static int base(final int handle) {
        return (handle & CHUNK_MASK) * STRIDE;
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
