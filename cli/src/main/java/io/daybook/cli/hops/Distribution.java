package io.daybook.cli.hops;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;

/** A distribution of durations that contains each of them. */
final class Distribution {
    private static final double NS_PER_US = 1_000;
    private static final double ALL = 100;
    private static final int STEPS_PER_HALF = 5;

    private final long[] sortedNs;

    /** Creates a distribution of ascending durations, at least one. The array is not copied. */
    Distribution(final long[] sortedNs) {
        this.sortedNs = sortedNs;
    }

    int count() {
        return sortedNs.length;
    }

    /** Returns the smallest time that this percentage of all durations does not exceed, in µs. */
    double at(final double percentile) {
        return sortedNs[Math.max(0, countAt(percentile) - 1)] / NS_PER_US;
    }

    /** Returns the longest duration, in µs. */
    double max() {
        return at(ALL);
    }

    private int countAt(final double percentile) {
        return (int) Math.min(sortedNs.length, Math.ceil(percentile / ALL * sortedNs.length));
    }

    /**
     * Writes the text that HdrHistogram's tools read ({@code .hgrm}), in µs. Five steps cover the percentiles 0 to 50,
     * five 50 to 75, and so on: each five cover half of the rest.
     */
    void writeHgrm(final PrintWriter out) {
        out.print("       Value     Percentile TotalCount 1/(1-Percentile)\n\n");
        double percentile = 0;
        while (countAt(percentile) < sortedNs.length) {
            out.print(String.format(
                    Locale.ROOT,
                    "%12.3f %2.12f %10d %14.2f\n",
                    at(percentile),
                    percentile / ALL,
                    Math.max(1, countAt(percentile)),
                    1 / (1 - percentile / ALL)));
            final double halves = Math.floor(Math.log(ALL / (ALL - percentile)) / Math.log(2)) + 1;
            percentile += ALL / (STEPS_PER_HALF * Math.pow(2, halves));
        }
        out.print(String.format(Locale.ROOT, "%12.3f %2.12f %10d\n", max(), 1.0, sortedNs.length));
        final double mean = Arrays.stream(sortedNs).average().orElseThrow() / NS_PER_US;
        final double variance = Arrays.stream(sortedNs)
                .mapToDouble(ns -> (ns / NS_PER_US - mean) * (ns / NS_PER_US - mean))
                .average()
                .orElseThrow();
        out.print(String.format(
                Locale.ROOT, "#[Mean    = %12.3f, StdDeviation   = %12.3f]\n", mean, Math.sqrt(variance)));
        out.print(String.format(Locale.ROOT, "#[Max     = %12.3f, Total count    = %12d]\n", max(), sortedNs.length));
    }
}
