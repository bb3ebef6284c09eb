package io.daybook.kernel.slab;

/**
 * Sorts handles by a key each: a stable radix sort of 11 bits a pass, which costs a few ns a handle where millions are
 * to be put in order, and nothing but a look where they are in order already. (Least significant digit first, as card
 * sorters did it.)
 */
public final class HandleSort {
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;
    private static final int DIGIT_MASK = DIGITS - 1;

    private HandleSort() {}

    /**
     * Puts handles into the order of their keys; those of equal keys stay in their order.
     *
     * @param keys ≥ 0, at the places of their handles; overwritten
     * @param handles sorted in place
     * @param count how many of both there are
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
