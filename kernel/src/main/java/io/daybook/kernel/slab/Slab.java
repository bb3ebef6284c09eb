package io.daybook.kernel.slab;

import java.util.Arrays;

/**
 * Records of a fixed number of longs in chunks of {@value #CHUNK_RECORDS}, addressed by int handles from 1. Growth adds
 * a chunk; freed records are reused, last freed first. A new record is all 0. Used by one thread.
 */
public final class Slab {

    /** The handle of no record. */
    public static final int NONE = 0;

    private static final int CHUNK_SHIFT = 12;
    private static final int CHUNK_RECORDS = 1 << CHUNK_SHIFT;
    private static final int CHUNK_MASK = CHUNK_RECORDS - 1;
    private static final int FIRST_CHUNKS = 16;

    private final int strideShift;
    private long[][] chunks;
    private int chunkCount;
    private int lastHandle;
    private int firstFree;
    private int firstFreePair;
    private int freeCount;

    /**
     * Creates an empty slab; the first record allocates memory.
     *
     * @param strideShift a record has 2^strideShift longs
     */
    public Slab(final int strideShift) {
        this.strideShift = strideShift;
        this.chunks = new long[FIRST_CHUNKS][];
    }

    /** Copies the records under the same handles; the copies change independently. */
    public Slab(final Slab source) {
        this.strideShift = source.strideShift;
        this.chunks = new long[source.chunkCount][];
        this.chunkCount = source.chunkCount;
        this.lastHandle = source.lastHandle;
        this.firstFree = source.firstFree;
        this.firstFreePair = source.firstFreePair;
        this.freeCount = source.freeCount;
        for (int i = 0; i < chunkCount; i++) {
            chunks[i] = source.chunks[i].clone();
        }
    }

    /** A new record, all 0. */
    public int allocate() {
        if (firstFree != NONE) {
            final int handle = firstFree;
            firstFree = (int) get(handle, 0);
            freeCount--;
            set(handle, 0, 0);
            return handle;
        }
        if (firstFreePair != NONE) {
            final int handle = allocatePair();
            freeBlank(handle + 1);
            return handle;
        }
        return append();
    }

    /**
     * Two new records side by side, all 0, of which the first has an even handle: they lie in one chunk, so that both
     * can hold one longer record.
     *
     * @return the handle of the first
     */
    public int allocatePair() {
        if (firstFreePair != NONE) {
            final int handle = firstFreePair;
            firstFreePair = (int) get(handle, 0);
            freeCount -= 2;
            set(handle, 0, 0);
            return handle;
        }
        if ((lastHandle & 1) == 0) {
            freeBlank(append());
        }
        final int handle = append();
        append();
        return handle;
    }

    private int append() {
        final int handle = Math.incrementExact(lastHandle);
        if (handle >>> CHUNK_SHIFT == chunkCount) {
            addChunk();
        }
        lastHandle = handle;
        return handle;
    }

    /** Frees a record; its handle may be allocated again. */
    public void free(final int handle) {
        final int base = base(handle);
        final long[] chunk = chunk(handle);
        Arrays.fill(chunk, base, base + (1 << strideShift), 0);
        freeBlank(handle);
    }

    /**
     * Frees a record of which all fields but the first are 0 already. For emptied records: clearing them again would
     * cost more than everything else here.
     */
    public void freeBlank(final int handle) {
        set(handle, 0, firstFree);
        firstFree = handle;
        freeCount++;
    }

    /** Frees both records of a pair. */
    public void freePair(final int handle) {
        final int base = base(handle);
        Arrays.fill(chunk(handle), base, base + (2 << strideShift), 0);
        set(handle, 0, firstFreePair);
        firstFreePair = handle;
        freeCount += 2;
    }

    /** How many records are allocated; a pair is two. */
    public int count() {
        return lastHandle - freeCount;
    }

    /** The array that holds a record, at {@link #base}; stays valid while the record is allocated. */
    public long[] chunk(final int handle) {
        return chunks[handle >>> CHUNK_SHIFT];
    }

    /** Where a record begins in its {@link #chunk}. */
    public int base(final int handle) {
        return (handle & CHUNK_MASK) << strideShift;
    }

    /**
     * {@link #base(int)} for a class with a constant record length: a constant shift, and one load less.
     *
     * @param strideShift as in the constructor
     */
    public static int base(final int handle, final int strideShift) {
        return (handle & CHUNK_MASK) << strideShift;
    }

    /** A field of a record, by its offset in longs. */
    public long get(final int handle, final int field) {
        return chunk(handle)[base(handle) + field];
    }

    /** Writes a field. */
    public void set(final int handle, final int field, final long value) {
        chunk(handle)[base(handle) + field] = value;
    }

    private void addChunk() {
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(FIRST_CHUNKS, chunkCount * 2));
        }
        chunks[chunkCount++] = new long[CHUNK_RECORDS << strideShift];
    }
}
