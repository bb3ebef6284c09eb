package io.daybook.server.api;

import io.daybook.api.ExchangeMetrics;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The mean duration of the journal's forces in the last minute. One thread counts, each second; any thread reads. */
public final class ForceTimes {
    private static final int SECONDS = 60;

    private final ArrayDeque<Count> counts = new ArrayDeque<>();

    private record Count(long forces, long timeNs) {}

    /** Adds the forces of the second that has passed. */
    public synchronized void count(final ExchangeMetrics metrics) {
        if (counts.size() > SECONDS) {
            counts.removeFirst();
        }
        counts.addLast(new Count(metrics.forces(), metrics.forceTimeNs()));
    }

    /** The mean in microseconds; null if there was no force. */
    synchronized @Nullable Long meanMicros() {
        if (counts.isEmpty()) {
            return null;
        }
        final long forces = counts.getLast().forces - counts.getFirst().forces;
        final long timeNs = counts.getLast().timeNs - counts.getFirst().timeNs;
        return forces == 0 ? null : TimeUnit.NANOSECONDS.toMicros(timeNs / forces);
    }
}
