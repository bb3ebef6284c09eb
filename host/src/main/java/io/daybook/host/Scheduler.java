package io.daybook.host;

import java.util.concurrent.CountDownLatch;

/**
 * Runs what a journal and an exchange have to do beside their caller: on threads of its own, or, in a simulator, step
 * by step on the caller's. Given in by whoever assembles them, as the {@link Clock} is. Any thread.
 */
public interface Scheduler {

    /** A thread for each task, a daemon. */
    static Scheduler threads(final Clock clock) {
        return new ThreadScheduler(clock);
    }

    /** A task that calls a duty until that is done; not started. */
    Task task(String name, Duty duty);

    /** Begins a piece of work that is done once. */
    Task run(String name, Runnable work);

    /** Lets others work while the caller, who waits for one of them, has nothing to do; an interrupt stays set. */
    void pause(long ns);

    /**
     * Waits for what another does.
     *
     * @return whether it has happened within the time
     */
    boolean await(CountDownLatch latch, long timeoutNs) throws InterruptedException;
}
