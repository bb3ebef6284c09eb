package io.daybook.core.scheduling;

import io.daybook.journal.host.Clock;
import org.jspecify.annotations.Nullable;

/**
 * A thread that belongs to an exchange, on which listeners and the actions of futures may run. They must not wait there
 * for the same thread.
 */
public class ExchangeThread extends Thread {
    private final Lifecycle lifecycle;

    /**
     * A daemon.
     *
     * @param work null where {@link #run} is overridden
     */
    public ExchangeThread(final @Nullable Runnable work, final String name, final Lifecycle lifecycle) {
        super(work, name);
        this.lifecycle = lifecycle;
        setDaemon(true);
    }

    /** Whether the calling thread is one of the exchange that has this life. */
    public static boolean isCurrentOf(final Lifecycle lifecycle) {
        return Thread.currentThread() instanceof ExchangeThread current && current.lifecycle == lifecycle;
    }

    /**
     * Waits for this thread to end. An interrupt does not end the wait, and stays set.
     *
     * @return whether it has, by then
     */
    public final boolean joinUntil(final long deadlineNs, final Clock clock) {
        boolean interrupted = false;
        while (isAlive() && clock.nanoTime() - deadlineNs < 0) {
            try {
                join(1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            currentThread().interrupt();
        }
        return !isAlive();
    }
}
