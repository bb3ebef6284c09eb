package io.daybook.host;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test advances it. Any thread. */
public final class SimulatedClock extends Clock {
    private final long startMillis;
    private final AtomicLong elapsedNs = new AtomicLong();

    /** Creates a clock at a wall-clock time, in ms since the epoch, and at an elapsed time of 0. */
    public SimulatedClock(final long startMillis) {
        this.startMillis = startMillis;
    }

    /** Advances the time. */
    public void advance(final long duration, final TimeUnit unit) {
        elapsedNs.addAndGet(unit.toNanos(duration));
    }

    @Override
    public long nanoTime() {
        return elapsedNs.get();
    }

    @Override
    public long epochMillis() {
        return startMillis + TimeUnit.NANOSECONDS.toMillis(elapsedNs.get());
    }
}
