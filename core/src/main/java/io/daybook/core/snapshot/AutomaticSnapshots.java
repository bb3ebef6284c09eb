package io.daybook.core.snapshot;

import io.daybook.api.CommandResult;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.NoSpaceException;
import io.daybook.host.Clock;
import io.daybook.host.Duty;
import io.daybook.host.Scheduler;
import io.daybook.host.Task;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests a snapshot whenever one is due, by an ordinary command in the ring. It polls ten times a second, so a
 * snapshot comes soon after the scheduled number of commands, never before.
 */
public final class AutomaticSnapshots implements Duty {
    private static final long POLL_NS = 100_000_000;

    private final SnapshotSchedule schedule;
    private final LongSupplier seq;
    private final Supplier<@Nullable CompletableFuture<CommandResult>> ask;
    private final Clock clock;
    private final Task task;

    /** The result of the last request; null once its seq is known. */
    private @Nullable CompletableFuture<CommandResult> asked;

    /** The time of the last request. */
    private long askedNs;

    private volatile boolean ended;

    /**
     * Creates the schedule's task, which requests nothing before {@link #start}.
     *
     * @param seq the last seq of the journal
     * @param ask sends the command; returns null if the ring is full
     */
    public AutomaticSnapshots(
            final SnapshotSchedule schedule,
            final LongSupplier seq,
            final Supplier<@Nullable CompletableFuture<CommandResult>> ask,
            final Clock clock,
            final Scheduler scheduler) {
        this.schedule = schedule;
        this.seq = seq;
        this.ask = ask;
        this.clock = clock;
        this.task = scheduler.task("daybook-snapshot-schedule", this);
    }

    public void start() {
        task.start();
    }

    /** Ends the requests. */
    public void end() {
        ended = true;
        task.wake();
    }

    @Override
    public long idleNs() {
        return POLL_NS;
    }

    @Override
    public boolean isDone() {
        return ended;
    }

    /** Polls; the 0 that it returns lets the thread rest after each poll. */
    @Override
    public int doWork() {
        if (!isUnderWay()) {
            askWhenDue();
        }
        return 0;
    }

    private void askWhenDue() {
        final long nowNs = clock.nanoTime();
        final long at = seq.getAsLong();
        if (schedule.isDue(at, nowNs)) {
            try {
                asked = ask.get();
                askedNs = nowNs;
            } catch (ExchangeClosedException e) {
                ended = true;
            } catch (NoSpaceException e) {
                schedule.asked(at, nowNs); // requests again when the next snapshot is due
            }
        }
    }

    /**
     * Whether the last request has no seq yet. A snapshot is a command too: the commands until the next one are counted
     * from its seq.
     */
    private boolean isUnderWay() {
        final CompletableFuture<CommandResult> result = asked;
        if (result == null) {
            return false;
        }
        if (result.isDone()) {
            asked = null;
            if (result.isCompletedExceptionally()) {
                ended = true; // the exchange has ended too
            } else {
                schedule.asked(result.join().seq(), askedNs);
            }
        }
        return true;
    }
}
