package io.daybook.host;

import java.util.concurrent.CountDownLatch;

/**
 * Runs the background work of a journal and an exchange: on its own threads or, in a simulator, step by step on the
 * caller's. The assembler provides it, like the {@link Clock}. Any thread.
 */
public interface Scheduler {

    /** A scheduler with a daemon thread for each task. */
    static Scheduler threads(final Clock clock) {
        return new ThreadScheduler(clock);
    }

    /** Creates a task that calls a duty until it is done; it is not started. */
    Task task(String name, Duty duty);

    /** Starts a task that runs the work once. */
    Task run(String name, Runnable work);

    /** Lets other tasks work while the caller waits for one of them; an interrupt flag stays set. */
    void pause(long ns);

    /**
     * Waits for another task's event.
     *
     * @return whether the event happened in time
     */
    boolean await(CountDownLatch latch, long timeoutNs) throws InterruptedException;
}
