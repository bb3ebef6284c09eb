package io.daybook.engine.matching.slab;

/**
 * Sorts the indexes of numbers, without moving the numbers; equal numbers are sorted by index. Allocates only to grow.
 * Used by one thread.
 */
public final class StableOrder {
    private static final int[] NONE = {};

    private int[] indexes = NONE;
    private int[] scratch = NONE;

    /**
     * Returns the indexes of the first numbers of an array, sorted by number. A merge sort from the bottom up, which
     * ends at once if the numbers are in order.
     *
     * @return an array of at least {@code count} entries, valid until the next call
     */
    public int[] of(final long[] numbers, final int count) {
        if (indexes.length < count) {
            indexes = new int[2 * count];
            scratch = new int[2 * count];
        }
        boolean isInOrder = true;
        for (int i = 0; i < count; i++) {
            indexes[i] = i;
            isInOrder &= i == 0 || numbers[i - 1] <= numbers[i];
        }
        for (int width = 1; width < count && !isInOrder; width *= 2) {
            for (int from = 0; from < count; from += 2 * width) {
                merge(numbers, from, Math.min(from + width, count), Math.min(from + 2 * width, count));
            }
            final int[] merged = scratch;
            scratch = indexes;
            indexes = merged;
        }
        return indexes;
    }

    private void merge(final long[] numbers, final int from, final int middle, final int end) {
        int left = from;
        int right = middle;
        for (int to = from; to < end; to++) {
            final boolean takesLeft =
                    right == end || (left < middle && numbers[indexes[left]] <= numbers[indexes[right]]);
            scratch[to] = takesLeft ? indexes[left++] : indexes[right++];
        }
    }
}
