package io.daybook.host;

/** A unit that a {@link Scheduler} runs. Any thread. */
public interface Task {

    /** Starts it. Called once. */
    void start();

    /** Wakes it from its rest, because there is something to do. */
    void wake();

    /** Whether it has begun and not ended. */
    boolean isAlive();

    /**
     * Waits for its end. An interrupt does not end the wait, and stays set.
     *
     * @param deadlineNs in the clock's monotonic time
     * @return whether it has ended in time
     */
    boolean join(long deadlineNs);
}
