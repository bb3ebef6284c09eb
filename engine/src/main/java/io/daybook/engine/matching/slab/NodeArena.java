package io.daybook.engine.matching.slab;

import java.util.Arrays;

/**
 * Memory for the nodes of radix trees, for all books of one thread: {@code int[]} chunks with nodes of four sizes. A
 * freed node is reused for another of its size. A handle times four is the offset of a node over all chunks; nodes
 * never span chunks.
 */
public final class NodeArena {
    private static final int CHUNK_SHIFT = 14;
    private static final int CHUNK_INTS = 1 << CHUNK_SHIFT;
    private static final int UNIT_SHIFT = 2;
    private static final int[] NO_CHUNK = {};

    private final int[] sizes;
    private final int[] firstFree;
    private int[][] chunks = {NO_CHUNK};
    private int end = 1 << UNIT_SHIFT; // handle 0 stays unused

    /**
     * Creates an empty arena.
     *
     * @param sizes ints in a node of each kind, multiples of 4
     */
    public NodeArena(final int... sizes) {
        this.sizes = sizes.clone();
        this.firstFree = new int[sizes.length];
    }

    /** Removes every node. */
    public void clear() {
        chunks = new int[][] {NO_CHUNK};
        end = 1 << UNIT_SHIFT;
        Arrays.fill(firstFree, 0);
    }

    /** A node of a kind, all zero. */
    public int allocate(final int kind) {
        final int free = firstFree[kind];
        if (free != 0) {
            final int[] chunk = chunk(free);
            final int at = at(free);
            firstFree[kind] = chunk[at];
            Arrays.fill(chunk, at, at + sizes[kind], 0);
            return free;
        }
        final int size = sizes[kind];
        if ((end & (CHUNK_INTS - 1)) + size > CHUNK_INTS) {
            end = (end | (CHUNK_INTS - 1)) + 1;
        }
        final int index = end >>> CHUNK_SHIFT;
        if (index >= chunks.length) {
            final int length = chunks.length;
            chunks = Arrays.copyOf(chunks, length * 2);
            Arrays.fill(chunks, length, chunks.length, NO_CHUNK);
        }
        if (chunks[index].length == 0) {
            chunks[index] = new int[CHUNK_INTS];
        }
        final int handle = end >>> UNIT_SHIFT;
        end += size;
        return handle;
    }

    /** Gives a node back. */
    public void free(final int kind, final int handle) {
        chunk(handle)[at(handle)] = firstFree[kind];
        firstFree[kind] = handle;
    }

    /** The array that contains a node, from the index {@link #at} on. */
    public int[] chunk(final int handle) {
        return chunks[handle >>> (CHUNK_SHIFT - UNIT_SHIFT)];
    }

    /** The index of a node in its array. */
    public static int at(final int handle) {
        return (handle << UNIT_SHIFT) & (CHUNK_INTS - 1);
    }
}
