package io.daybook.testvenue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What waits in one direction of a connection, in its order. Any thread; what leaves later leaves on the timer's. */
final class OutHold {
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private final ScheduledExecutorService later;
    private boolean isHolding;

    OutHold(final ScheduledExecutorService later) {
        this.later = later;
    }

    /** From now on everything waits, for a time. */
    synchronized void begin(final Duration time) {
        isHolding = true;
        final var unused = later.schedule(this::end, time.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized void end() {
        isHolding = false;
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
    }

    /** Does something now, or after what waits. */
    synchronized void pass(final Runnable act) {
        if (isHolding) {
            waiting.add(act);
        } else {
            act.run();
        }
    }
}
