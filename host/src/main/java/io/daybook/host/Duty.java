package io.daybook.host;

import java.util.concurrent.locks.LockSupport;

/**
 * Work that is called again and again, by one thread at a time (the duty cycle of Agrona's agents). It waits for no
 * other duty, except by {@link Scheduler#pause} and {@link Scheduler#await}.
 */
public interface Duty {

    /**
     * Does the work that is due.
     *
     * @return how much was done; if 0, the caller may rest
     */
    int doWork();

    /** Returns for how many ns the caller rests after a call that did no work, unless the task is woken earlier. */
    long idleNs();

    /** Returns whether the duty has ended; it is not called again then. */
    boolean isDone();

    /** Called when a thread begins to run this duty; the thread runs no other duty. */
    default void begin() {}

    /** Called when a call of this duty has thrown; the duty is not called again. */
    default void failed(final Throwable cause) {
        final Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
    }

    /** Lets the calling thread rest after a call without work. */
    default void idle() {
        LockSupport.parkNanos(this, idleNs());
    }
}
