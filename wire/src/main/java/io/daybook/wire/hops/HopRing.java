package io.daybook.wire.hops;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

/**
 * The times of some hops for every n-th seq, in a ring of longs that is allocated at the start; the newest times
 * replace the oldest. Times are {@link System#nanoTime}, which programs on one machine share; nothing is formatted. A
 * row is the seq, then a time for each hop:
 *
 * <pre>
 * | seq | time of hops[0] | time of hops[1] | …
 * </pre>
 *
 * <p>One thread writes. Other threads may call {@link #read} at any time: it skips a row that is replaced during the
 * call, because it compares the seq before and after it reads the times, as in a seqlock.
 */
public final class HopRing {
    /** The value of a time that was not taken. */
    public static final long NO_TIME = Long.MIN_VALUE;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** The largest distance between two seqs that are timed. */
    public static final int MAX_EVERY = 1 << 20;

    private static final long NOTHING_IS_DUE = -1;

    private final List<Hop> hops;
    private final long mask;
    private final int shift;
    private final int width;
    private final int rowMask;
    private final long[] longs;
    private final int[] codes;

    /**
     * Creates a ring without times.
     *
     * @param every a power of two, at most {@link #MAX_EVERY}: seqs that are multiples of it are timed; 0 for no seqs
     * @param rows the number of rows, a power of two
     * @param hops the columns, each hop once
     */
    public HopRing(final int every, final int rows, final Hop... hops) {
        requireEvery(every);
        if (Integer.bitCount(rows) != 1) {
            throw new IllegalArgumentException("rows must be a power of two: rows=" + rows);
        }
        this.hops = List.of(hops);
        this.codes = this.hops.stream().mapToInt(Hop::code).toArray();
        this.mask = every == 0 ? NOTHING_IS_DUE : every - 1;
        this.shift = Integer.numberOfTrailingZeros(Math.max(1, every));
        this.width = 1 + hops.length;
        this.rowMask = rows - 1;
        this.longs = new long[every == 0 ? 0 : Math.multiplyExact(rows, width)];
        Arrays.fill(longs, NO_TIME);
    }

    /**
     * Checks how often a seq is timed.
     *
     * @throws IllegalArgumentException if {@code every} is neither 0 nor a power of two up to {@link #MAX_EVERY}
     */
    public static void requireEvery(final int every) {
        if (every < 0 || every > MAX_EVERY || Integer.bitCount(every) > 1) {
            throw new IllegalArgumentException(
                    "every must be 0, or a power of two of at most " + MAX_EVERY + ": every=" + every);
        }
    }

    /** The bits that are 0 in each timed seq; seqs begin at 1. */
    public long mask() {
        return mask;
    }

    /** Returns whether a seq, from 1 on, is timed. */
    public boolean isDue(final long seq) {
        return (seq & mask) == 0;
    }

    /** Gives a row to a timed seq; if the seq already has one, its times stay. */
    public void begin(final long seq) {
        final int row = row(seq);
        if (longs[row] != seq) {
            LONGS.setOpaque(longs, row, NO_TIME);
            VarHandle.storeStoreFence();
            for (int i = row + 1; i < row + width; i++) {
                LONGS.setOpaque(longs, i, NO_TIME);
            }
            LONGS.setRelease(longs, row, seq);
        }
    }

    /**
     * Sets the time of a hop of a timed seq. A hop keeps its first time; a seq without a row is ignored.
     *
     * @param column the index of the hop in the ring, from 0
     */
    public void stamp(final long seq, final int column, final long ns) {
        final int row = row(seq);
        if (longs[row] == seq && longs[row + 1 + column] == NO_TIME) {
            LONGS.setOpaque(longs, row + 1 + column, ns);
        }
    }

    /**
     * Reads the times of a timed seq. Any thread may call it; it allocates nothing.
     *
     * @param byCode receives the times of this ring's hops at their codes: {@link #NO_TIME} for a missing time, and for
     *     all hops if the ring lacks the seq
     * @return whether the ring has the seq
     */
    public boolean read(final long seq, final long[] byCode) {
        boolean isThere = false;
        if (longs.length > 0) {
            final int row = row(seq);
            isThere = (long) LONGS.getAcquire(longs, row) == seq;
            for (int i = 0; i < codes.length; i++) {
                byCode[codes[i]] = (long) LONGS.getOpaque(longs, row + 1 + i);
            }
            VarHandle.loadLoadFence();
            isThere &= (long) LONGS.getOpaque(longs, row) == seq;
        }
        for (int i = 0; i < codes.length && !isThere; i++) {
            byCode[codes[i]] = NO_TIME;
        }
        return isThere;
    }

    private int row(final long seq) {
        return ((int) (seq >>> shift) & rowMask) * width;
    }

    List<Hop> hops() {
        return hops;
    }

    int rows() {
        return longs.length / width;
    }

    int width() {
        return width;
    }

    /** A long of a row; the first is {@link #NO_TIME} if the row is empty. */
    long get(final int row, final int index) {
        return longs[row * width + index];
    }
}
