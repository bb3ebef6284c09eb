package io.daybook.host;

import java.util.concurrent.locks.LockSupport;

/**
 * Work that is called again and again, by one thread at a time (the duty cycle of Agrona's agents). It waits for no
 * other duty, except by {@link Scheduler#pause} and {@link Scheduler#await}.
 */
public interface Duty {

    /**
     * Does what there is to do.
     *
     * @return how much was done; 0 lets its caller rest
     */
    int doWork();

    /** For how long there will be nothing to do unless its task is woken, in ns. Asked after a call without work. */
    long idleNs();

    /** Whether there will be no more calls. */
    boolean isDone();

    /** A thread begins to call this, and will call nothing else. */
    default void begin() {}

    /** A call has thrown, and there will be no more. */
    default void failed(final Throwable cause) {
        final Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
    }

    /** Lets the thread rest that called in vain. */
    default void idle() {
        LockSupport.parkNanos(this, idleNs());
    }
}
