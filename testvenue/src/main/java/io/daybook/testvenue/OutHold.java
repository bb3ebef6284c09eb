package io.daybook.testvenue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Messages that wait in one direction of a connection, in their order. Any thread; delayed messages leave on the
 * timer's thread.
 */
final class OutHold {
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private final ScheduledExecutorService later;
    private boolean isHolding;

    OutHold(final ScheduledExecutorService later) {
        this.later = later;
    }

    /** Holds all further messages for a time. */
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

    /** Runs a task now, or after the tasks that wait. */
    synchronized void pass(final Runnable act) {
        if (isHolding) {
            waiting.add(act);
        } else {
            act.run();
        }
    }
}
