package io.daybook.core.journaling;

import io.daybook.core.scheduling.ExchangeThread;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.journal.host.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The thread that writes snapshots; it lives only while there is something to write. */
public final class SnapshotWriterThread implements Executor {
    private static final long KEEP_ALIVE_MS = 100;

    private final ThreadPoolExecutor executor;
    private final Clock clock;

    public SnapshotWriterThread(final Lifecycle lifecycle, final Clock clock) {
        this.clock = clock;
        executor = new ThreadPoolExecutor(
                1,
                1,
                KEEP_ALIVE_MS,
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(),
                work -> new Worker(work, lifecycle));
        executor.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(final Runnable work) {
        executor.execute(work);
    }

    /** Whether the calling thread is the one that writes the snapshots of the exchange that has this life. */
    public static boolean isWriterOf(final Lifecycle lifecycle) {
        return Thread.currentThread() instanceof Worker && ExchangeThread.isCurrentOf(lifecycle);
    }

    /**
     * Accepts no more work, and waits for what was accepted.
     *
     * @return whether it has ended by then
     */
    public boolean end(final long timeoutNs) {
        executor.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        final long deadlineNs = clock.nanoTime() + timeoutNs;
        while (!ended && clock.nanoTime() - deadlineNs < 0) {
            try {
                ended = executor.awaitTermination(deadlineNs - clock.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return executor.isTerminated();
    }

    /** A thread that can be distinguished from the others of its exchange. */
    private static final class Worker extends ExchangeThread {

        Worker(final Runnable work, final Lifecycle lifecycle) {
            super(work, "daybook-snapshots", lifecycle);
        }
    }
}
