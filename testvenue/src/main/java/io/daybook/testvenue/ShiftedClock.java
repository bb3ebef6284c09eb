package io.daybook.testvenue;

import io.daybook.host.Clock;
import java.time.Duration;

/** A clock that is ahead of the machine's by the time that a test has skipped. Any thread. */
final class ShiftedClock extends Clock {
    private final Clock machine;
    private volatile long aheadMs;

    ShiftedClock(final Clock machine) {
        this.machine = machine;
    }

    /** Moves the clock ahead, so that waits of this length end. */
    synchronized void skip(final Duration time) {
        aheadMs += time.toMillis();
    }

    @Override
    public long nanoTime() {
        return machine.nanoTime() + Duration.ofMillis(aheadMs).toNanos();
    }

    @Override
    public long epochMillis() {
        return machine.epochMillis() + aheadMs;
    }
}
