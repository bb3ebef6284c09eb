package io.daybook.server.http;

import io.daybook.host.Clock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts passwords that were wrong, and that were not checked because they were too many, for a line in the log: one a
 * minute, however many there are. Any thread.
 */
final class GuessWatch {
    private static final long BETWEEN_NS = TimeUnit.MINUTES.toNanos(1);

    private final Clock clock;
    private long wrong;
    private long unchecked;
    private boolean hasTold;
    private long toldNs;

    /**
     * What happened since the line before.
     *
     * @param wrong passwords that were wrong
     * @param unchecked ones that were not checked
     */
    record Line(long wrong, long unchecked) {}

    GuessWatch(final Clock clock) {
        this.clock = clock;
    }

    /** One was wrong. */
    synchronized void wrong() {
        wrong++;
    }

    /** One was not checked; the line that is due, or null. */
    synchronized @Nullable Line unchecked() {
        unchecked++;
        final long nowNs = clock.nanoTime();
        if (hasTold && nowNs - toldNs < BETWEEN_NS) {
            return null;
        }
        final Line line = new Line(wrong, unchecked);
        hasTold = true;
        toldNs = nowNs;
        wrong = 0;
        unchecked = 0;
        return line;
    }
}
