package io.daybook.kernel.slab;

/**
 * Sorts handles by one key each: a stable radix sort of 11 bits per pass (least significant digit first, as card
 * sorters did it). It costs a few ns per handle for millions of them, and one pass of comparisons if they are already
 * sorted.
 */
public final class HandleSort {
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;
    private static final int DIGIT_MASK = DIGITS - 1;

    private HandleSort() {}

    /**
     * Sorts handles by their keys; handles of equal keys keep their order.
     *
     * @param keys ≥ 0, at the same indexes as their handles; overwritten
     * @param handles sorted in place
     * @param count how many there are of each
     */
    public static void sort(final long[] keys, final int[] handles, final int count) {
        long varying = 0;
        boolean sorted = true;
        for (int i = 1; i < count; i++) {
            varying |= keys[i] ^ keys[0];
            sorted &= keys[i - 1] <= keys[i];
        }
        if (sorted) {
            return;
        }
        long[] fromKeys = keys;
        int[] fromHandles = handles;
        long[] toKeys = new long[count];
        int[] toHandles = new int[count];
        for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
            if ((varying >>> shift & DIGIT_MASK) != 0) {
                scatter(fromKeys, fromHandles, toKeys, toHandles, count, shift);
                final long[] keysOfPass = fromKeys;
                fromKeys = toKeys;
                toKeys = keysOfPass;
                final int[] handlesOfPass = fromHandles;
                fromHandles = toHandles;
                toHandles = handlesOfPass;
            }
        }
        if (fromHandles != handles) {
            System.arraycopy(fromHandles, 0, handles, 0, count);
        }
    }

    private static void scatter(
            final long[] fromKeys,
            final int[] fromHandles,
            final long[] toKeys,
            final int[] toHandles,
            final int count,
            final int shift) {
        final int[] ends = new int[DIGITS];
        for (int i = 0; i < count; i++) {
            ends[(int) (fromKeys[i] >>> shift) & DIGIT_MASK]++;
        }
        int start = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            final int length = ends[digit];
            ends[digit] = start;
            start += length;
        }
        for (int i = 0; i < count; i++) {
            final int to = ends[(int) (fromKeys[i] >>> shift) & DIGIT_MASK]++;
            toKeys[to] = fromKeys[i];
            toHandles[to] = fromHandles[i];
        }
    }
}
