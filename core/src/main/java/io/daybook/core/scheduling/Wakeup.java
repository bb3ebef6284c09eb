package io.daybook.core.scheduling;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the threads of the pipeline that sleep until another one makes progress.
 *
 * <p>No wake-up is lost: a thread announces that it will sleep, checks for work once more, and only then sleeps; a
 * thread that made progress checks for announcements afterwards. Each has a full fence between its two steps, so one of
 * them sees the other.
 */
public final class Wakeup {
    private final @Nullable Thread[] sleepers;
    private final AtomicInteger announced = new AtomicInteger();

    /** Creates it with a place for each thread of the exchange. */
    public Wakeup(final int threads) {
        this.sleepers = new Thread[threads];
    }

    /** Announces that the calling thread will sleep if there is still nothing to do. */
    void announce(final int place) {
        sleepers[place] = Thread.currentThread();
        announced.incrementAndGet();
    }

    /** Withdraws the announcement: the calling thread found work, or has slept. */
    void withdraw(final int place) {
        announced.decrementAndGet();
        sleepers[place] = null;
    }

    /** Parks the calling thread, which has announced itself, until another thread wakes it or the time has passed. */
    void sleep(final long ns) {
        LockSupport.parkNanos(this, ns);
    }

    /** Wakes all sleepers after progress that this thread has just made visible. */
    public void wake() {
        VarHandle.fullFence();
        wakeAfterFence();
    }

    /** Wakes all sleepers, for a caller that has put a full fence after its progress. */
    public void wakeAfterFence() {
        if (announced.getOpaque() != 0) {
            wakeAll();
        }
    }

    private void wakeAll() {
        VarHandle.acquireFence();
        for (int i = 0; i < sleepers.length; i++) {
            final Thread thread = sleepers[i];
            if (thread != null) {
                LockSupport.unpark(thread);
            }
        }
    }
}
