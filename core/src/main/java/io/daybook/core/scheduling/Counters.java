package io.daybook.core.scheduling;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counters that one thread writes and any other may read, a little late. They cost the writer no fence and no lock, and
 * share no cache line with anything that another thread writes or reads.
 */
public final class Counters {
    private static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(long[].class);

    /** Unused longs on either side: the two lines that a processor fetches together. */
    private static final int PADDING = 16;

    private final long[] values;

    public Counters(final int count) {
        this.values = new long[PADDING + count + PADDING];
    }

    /** Adds to a counter. Called by one thread. */
    public void add(final int counter, final long amount) {
        VALUE.setOpaque(values, PADDING + counter, values[PADDING + counter] + amount);
    }

    /** Sets a gauge. Called by one thread. */
    public void set(final int counter, final long value) {
        VALUE.setOpaque(values, PADDING + counter, value);
    }

    public long get(final int counter) {
        return (long) VALUE.getOpaque(values, PADDING + counter);
    }
}
