package io.daybook.testvenue;

import io.daybook.host.VenueTime;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The timed tasks of a venue, in the order of their times, then of their ranks, then of the calls that scheduled them.
 * If the time follows the machine's clock, a thread runs them; otherwise the caller that moves the time does. Any
 * thread.
 */
final class Agenda {
    private final PriorityQueue<Entry> entries = new PriorityQueue<>(
            Comparator.comparingLong(Entry::dueNs).thenComparingInt(Entry::rank).thenComparingLong(Entry::number));
    private final VenueTime time;
    private final @Nullable ScheduledExecutorService thread;
    private long number;

    private record Entry(long dueNs, int rank, long number, Runnable act) {}

    /** @param thread runs the tasks by the machine's clock; null if the time moves on command */
    Agenda(final VenueTime time, final @Nullable ScheduledExecutorService thread) {
        this.time = time;
        this.thread = thread;
    }

    /** Schedules a task after a delay, ahead of all tasks that have a rank. */
    void after(final long delayNs, final Runnable act) {
        at(time.stampNs() + delayNs, 0, act);
    }

    /**
     * Schedules a task at a time.
     *
     * @param rank the place of the task among those that are due at that time
     */
    void at(final long dueNs, final int rank, final Runnable act) {
        synchronized (this) {
            entries.add(new Entry(dueNs, rank, number++, act));
        }
        final ScheduledExecutorService own = thread;
        if (own != null) {
            final var unused = own.schedule(() -> runDue(time.stampNs()), dueNs - time.stampNs(), TimeUnit.NANOSECONDS);
        }
    }

    /** When the next task is due; {@link Long#MAX_VALUE} if there is none. */
    synchronized long dueNs() {
        final Entry first = entries.peek();
        return first == null ? Long.MAX_VALUE : first.dueNs;
    }

    /** Runs the tasks that are due. */
    void runDue(final long nowNs) {
        for (Entry next = next(nowNs); next != null; next = next(nowNs)) {
            next.act.run();
        }
    }

    private synchronized @Nullable Entry next(final long nowNs) {
        final Entry first = entries.peek();
        return first == null || first.dueNs > nowNs ? null : entries.poll();
    }
}
