package io.daybook.cluster.node;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;

/** Sleeps for 2 ms if a thread has no work. Aeron creates it by its name in tests that start many nodes. */
public final class ShortSleep implements IdleStrategy {
    private static final long NS = TimeUnit.MILLISECONDS.toNanos(2);

    @Override
    public void idle(final int workCount) {
        if (workCount == 0) {
            idle();
        }
    }

    @Override
    public void idle() {
        LockSupport.parkNanos(NS);
    }

    @Override
    public void reset() {
        // nothing to do: a sleep has no state
    }

    @Override
    public String alias() {
        return "short-sleep";
    }
}
