package io.daybook.perf.measure;

import java.util.Arrays;

/** Figures of one kind, one per iteration. Used by one thread. */
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

    /** The median; there must be at least one figure. */
    public double median() {
        final double[] sorted = sorted();
        final int middle = size / 2;
        return size % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The largest figure; there must be at least one. */
    public double max() {
        return sorted()[size - 1];
    }

    /** The smallest figure; there must be at least one. */
    public double min() {
        return sorted()[0];
    }

    private double[] sorted() {
        if (size == 0) {
            throw new IllegalStateException("a series without figures has no median, maximum or minimum");
        }
        final double[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        return sorted;
    }
}
