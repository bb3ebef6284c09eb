package io.daybook.kernel.slab;

import java.util.Arrays;

/**
 * The last records that were added, each of a fixed number of longs, side by side in one array, which doubles until it
 * holds the maximum. Used by one thread.
 */
public final class RecordRing {
    private static final int FIRST_CAPACITY = 8;

    private final int stride;
    private final int most;
    private long[] records = new long[0];
    private int first;
    private int size;

    /**
     * Creates an empty ring; the first record allocates memory.
     *
     * @param stride longs per record
     * @param most how many records are kept
     */
    public RecordRing(final int stride, final int most) {
        this.stride = stride;
        this.most = most;
    }

    /** Copies the records; the copies change independently. */
    public RecordRing(final RecordRing source) {
        stride = source.stride;
        most = source.most;
        records = source.records.clone();
        first = source.first;
        size = source.size;
    }

    /** How many records there are. */
    public int size() {
        return size;
    }

    /** Whether the next record replaces the oldest. */
    public boolean isFull() {
        return size == most;
    }

    /**
     * Makes room for another record; in a full ring, that is the place of the oldest record, which still has its longs.
     *
     * @return where the record begins in {@link #array}, which may be a new array
     */
    public int append() {
        if (size == most) {
            final int base = first * stride;
            first = first + 1 == most ? 0 : first + 1;
            return base;
        }
        if (size * stride == records.length) { // the ring begins at 0 while it is not full
            records = Arrays.copyOf(records, Math.min(most, Math.max(FIRST_CAPACITY, 2 * size)) * stride);
        }
        return size++ * stride;
    }

    /** The array that holds all records. */
    public long[] array() {
        return records;
    }

    /**
     * Where a record begins in {@link #array}.
     *
     * @param place from 0, the oldest, to below {@link #size}
     */
    public int base(final int place) {
        if (place < 0 || place >= size) {
            throw new IndexOutOfBoundsException("place=" + place + ", records=" + size);
        }
        final int at = first + place;
        return (at < most ? at : at - most) * stride;
    }

    /** Copies the longs of the records from one place up to another, which is excluded, in order. */
    public long[] copy(final int from, final int to) {
        final long[] copy = new long[Math.multiplyExact(to - from, stride)];
        final int start = to > from ? base(from) : 0;
        final int atEnd = Math.min(copy.length, records.length - start);
        System.arraycopy(records, start, copy, 0, atEnd);
        System.arraycopy(records, 0, copy, atEnd, copy.length - atEnd);
        return copy;
    }
}
