package io.daybook.perf.report;

import org.HdrHistogram.Histogram;

/**
 * One line of a table and of a plot.
 *
 * @param name the name of the series in a legend
 * @param machine whether the series is the machine's own hiccups rather than a measurement
 * @param histogram the times, ns
 */
public record LatencySeries(String name, boolean machine, Histogram histogram) {

    /** The value at a percentile, ns. */
    public double at(final double percentile) {
        return histogram.getValueAtPercentile(percentile);
    }
}
