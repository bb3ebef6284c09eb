package io.daybook.perf.measure;

import io.daybook.api.ResultView;
import org.HdrHistogram.Histogram;

/**
 * Records the time from the planned start of each command to the delivery of its result. The cookie of a command is its
 * planned start, in terms of {@link System#nanoTime()}: a command that was sent late because the sender was held up
 * counts from the time at which it should have been sent (no coordinated omission). Times are kept raw and sorted into
 * a histogram afterwards, which costs delivery less.
 */
public final class LatencyRecorder extends ResultCounter {
    private final long[] latenciesNs;

    private int size;

    /** Creates a recorder with room for a number of results. */
    public LatencyRecorder(final int capacity) {
        latenciesNs = new long[capacity];
    }

    /** Removes all latencies; to be called while no result is outstanding. */
    public void reset() {
        size = 0;
    }

    /** Adds the latencies from result {@code from} (counted from 0) on to a histogram. */
    public void addTo(final Histogram histogram, final int from) {
        for (int i = from; i < size; i++) {
            histogram.recordValue(Math.max(0, Math.min(latenciesNs[i], histogram.getHighestTrackableValue())));
        }
    }

    @Override
    void take(final ResultView result) {
        final int at = size;
        if (at < latenciesNs.length) {
            latenciesNs[at] = System.nanoTime() - result.cookie();
            size = at + 1;
        }
    }
}
