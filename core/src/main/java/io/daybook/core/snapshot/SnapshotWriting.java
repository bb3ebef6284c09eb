package io.daybook.core.snapshot;

import io.daybook.core.scheduling.ExchangeThreads;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes snapshots one after the other, by a task that exists only while there is something to write. Any thread. */
public final class SnapshotWriting implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotWriting.class);
    private static final long POLL_NS = 100_000;

    private final Lifecycle lifecycle;
    private final Clock clock;
    private final Scheduler scheduler;
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();

    /** How many are queued or being written; the caller that raises it from 0 starts the task. */
    private final AtomicInteger pending = new AtomicInteger();

    private volatile boolean ended;

    public SnapshotWriting(final Lifecycle lifecycle, final Clock clock, final Scheduler scheduler) {
        this.lifecycle = lifecycle;
        this.clock = clock;
        this.scheduler = scheduler;
    }

    @Override
    public void execute(final Runnable work) {
        if (ended) {
            throw new RejectedExecutionException("no more snapshots are written");
        }
        queue.add(work);
        if (pending.getAndIncrement() == 0) {
            boolean started = false;
            try {
                scheduler.run(
                        "daybook-snapshots", lifecycle.threads().in(ExchangeThreads.Role.SNAPSHOTS, this::writeAll));
                started = true;
            } finally {
                if (!started) { // the system has no thread for it
                    queue.clear();
                    pending.set(0);
                }
            }
        }
    }

    private void writeAll() {
        do {
            write(queue.poll());
        } while (pending.decrementAndGet() > 0);
    }

    private static void write(final @Nullable Runnable work) {
        if (work != null) {
            try {
                work.run();
            } catch (RuntimeException | Error e) { // the next one is written anyway
                LOG.error("the work that follows a snapshot has failed", e);
            }
        }
    }

    /**
     * Accepts no more work, and waits for what was accepted.
     *
     * @return whether that work has ended in time
     */
    public boolean end(final long timeoutNs) {
        ended = true;
        final long deadlineNs = clock.nanoTime() + timeoutNs;
        while (pending.get() > 0 && clock.nanoTime() - deadlineNs < 0) {
            scheduler.pause(POLL_NS);
        }
        return pending.get() == 0;
    }
}
