package io.daybook.host;

import java.util.concurrent.locks.LockSupport;

/**
 * Work that is called again and again, by one thread at a time (the duty cycle of Agrona's agents). It waits for no
 * other duty, except by {@link Scheduler#pause} and {@link Scheduler#await}.
 */
public interface Duty {

    /**
     * Does the work that there is.
     *
     * @return how much was done; 0 lets its caller rest
     */
    int doWork();

    /** The time without work unless its task is woken, in ns. Read after a call that did no work. */
    long idleNs();

    /** Whether there will be no more calls. */
    boolean isDone();

    /** Called when a thread begins to run this duty and no other. */
    default void begin() {}

    /** Called when a call has thrown; there will be no more. */
    default void failed(final Throwable cause) {
        final Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
    }

    /** Lets the calling thread rest after a call without work. */
    default void idle() {
        LockSupport.parkNanos(this, idleNs());
    }
}
