package io.daybook.host;

/** Something that a {@link Scheduler} runs. Any thread. */
public interface Task {

    /** Begins; once. */
    void start();

    /** There is something to do before it has rested for as long as it wanted. */
    void wake();

    /** Whether it has begun and not ended. */
    boolean isAlive();

    /**
     * Waits for its end. An interrupt does not end the wait, and stays set.
     *
     * @param deadlineNs by the clock's monotonic time
     * @return whether it has ended, by then
     */
    boolean join(long deadlineNs);
}
