package io.daybook.server.http;

import io.daybook.host.Clock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts wrong passwords, and passwords that were not checked because there were too many, for at most one line of the
 * log per minute. Any thread.
 */
final class GuessWatch {
    private static final long BETWEEN_NS = TimeUnit.MINUTES.toNanos(1);

    private final Clock clock;
    private long wrong;
    private long unchecked;
    private boolean hasTold;
    private long toldNs;

    /**
     * The counts since the previous line.
     *
     * @param wrong the number of wrong passwords
     * @param unchecked the number of passwords that were not checked
     */
    record Line(long wrong, long unchecked) {}

    GuessWatch(final Clock clock) {
        this.clock = clock;
    }

    /** Counts a wrong password. */
    synchronized void wrong() {
        wrong++;
    }

    /** Counts a password that was not checked; returns the line that is due, or null. */
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
