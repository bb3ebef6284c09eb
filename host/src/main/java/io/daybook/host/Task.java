package io.daybook.host;

/** A unit of work that a {@link Scheduler} runs. Any thread. */
public interface Task {

    /** Starts the task. Called once. */
    void start();

    /** Wakes the task from its rest, because there is work. */
    void wake();

    /** Returns whether the task has begun and not ended. */
    boolean isAlive();

    /**
     * Waits for the task's end. An interrupt does not end the wait, and stays set.
     *
     * @param deadlineNs in the clock's monotonic time
     * @return whether the task has ended in time
     */
    boolean join(long deadlineNs);
}
