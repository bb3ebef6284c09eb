package io.daybook.server;

import io.daybook.host.Clock;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Detects that the wall clock was set while this process ran. Times of commands never fall, but the checks of
 * signatures and of the ends of keys depend on the wall clock. Compares the wall clock with the monotonic clock at each
 * check, and reports a step for ten minutes. Any thread.
 */
final class ClockSteps {
    private static final long LEAST_NS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The allowed drift is one part in this number: twice the 500 ppm by which a clock that is slewed gains or loses at
     * most.
     */
    private static final long SLEW = 1_000;

    private static final long TOLD_NS = TimeUnit.MINUTES.toNanos(10);
    private static final double NS = 1e-9;

    private final Clock clock;
    private long monotonicNs;
    private long wallNs;
    private long stepNs;
    private long seenNs;

    ClockSteps(final Clock clock) {
        this.clock = clock;
        this.monotonicNs = clock.nanoTime();
        this.wallNs = clock.epochNs();
    }

    /** Compares the clocks; returns a message about the last step, or nothing if there was none. */
    synchronized List<String> look() {
        final long nowNs = clock.nanoTime();
        final long nowWallNs = clock.epochNs();
        final long passedNs = nowNs - monotonicNs;
        final long offNs = nowWallNs - wallNs - passedNs;
        if (Math.abs(offNs) > LEAST_NS + passedNs / SLEW) {
            stepNs = offNs;
            seenNs = nowNs;
        }
        monotonicNs = nowNs;
        wallNs = nowWallNs;
        return stepNs == 0 || nowNs - seenNs > TOLD_NS
                ? List.of()
                : List.of(String.format(Locale.ROOT, "the clock was set by %+.1f s within 10 minutes", stepNs * NS));
    }
}
