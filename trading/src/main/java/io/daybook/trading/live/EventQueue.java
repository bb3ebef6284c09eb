package io.daybook.trading.live;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The events that the client's thread receives, on their way to the trader's thread: rows of eight longs in a ring. One
 * thread writes, one reads; nothing is allocated. After {@link #hasNext} the reader sees all that was written before
 * {@link #publish}.
 */
final class EventQueue {
    private static final VarHandle WRITTEN;
    private static final VarHandle READ;
    private static final int WIDTH_BITS = 3;

    static {
        try {
            WRITTEN = MethodHandles.lookup().findVarHandle(EventQueue.class, "written", long.class);
            READ = MethodHandles.lookup().findVarHandle(EventQueue.class, "read", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] rows;
    private final int mask;
    private volatile long written;
    private volatile long read;

    /** Creates an empty queue with room for this many rows, a power of two. */
    EventQueue(final int capacity) {
        rows = new long[capacity << WIDTH_BITS];
        mask = capacity - 1;
    }

    // ---- the writer ----------------------------------------------------------------------------------------------

    boolean isFull() {
        return written - read > mask;
    }

    /** Whether all that was written has been read. */
    boolean isRead() {
        return written == read;
    }

    /** Sets a column of the next row. */
    void put(final int column, final long value) {
        rows[at((long) WRITTEN.get(this), column)] = value;
    }

    void publish() {
        WRITTEN.setRelease(this, written + 1);
    }

    // ---- the reader ----------------------------------------------------------------------------------------------

    boolean hasNext() {
        return read != (long) WRITTEN.getAcquire(this);
    }

    /** A column of the oldest row. */
    long get(final int column) {
        return rows[at((long) READ.get(this), column)];
    }

    void next() {
        READ.setRelease(this, read + 1);
    }

    private int at(final long row, final int column) {
        return ((int) row & mask) << WIDTH_BITS | column;
    }
}
