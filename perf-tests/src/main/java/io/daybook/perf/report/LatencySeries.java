package io.daybook.perf.report;

import org.HdrHistogram.Histogram;

/**
 * One line of a table and of a plot.
 *
 * @param name what it is, as a legend says it
 * @param machine whether it is the machine's own hiccups rather than a measurement
 * @param histogram ns
 */
public record LatencySeries(String name, boolean machine, Histogram histogram) {

    /** How many figures there are. */
    public long count() {
        return histogram.getTotalCount();
    }

    /** The value at a percentile, ns. */
    public double at(final double percentile) {
        return histogram.getValueAtPercentile(percentile);
    }
}
