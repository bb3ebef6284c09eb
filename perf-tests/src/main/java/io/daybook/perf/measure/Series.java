package io.daybook.perf.measure;

import java.util.Arrays;

/** Figures of one kind, one per iteration. One thread. */
public final class Series {
    private double[] values = new double[16];
    private int size;

    /** Adds a figure. */
    public void add(final double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    /** The number of figures. */
    public int size() {
        return size;
    }

    /** The figure in the middle; the mean of the two for an even number; there is at least one. */
    public double median() {
        final double[] sorted = sorted();
        final int middle = size / 2;
        return size % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The largest; there is at least one. */
    public double max() {
        return sorted()[size - 1];
    }

    /** The smallest; there is at least one. */
    public double min() {
        return sorted()[0];
    }

    private double[] sorted() {
        if (size == 0) {
            throw new IllegalStateException("a series without figures has neither median nor ends");
        }
        final double[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        return sorted;
    }
}
