package io.daybook.core.ticking;

import io.daybook.api.CommandResult;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.NoSpaceException;
import io.daybook.journal.host.Duty;
import io.daybook.journal.host.Scheduler;
import io.daybook.journal.host.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a TICK to every book that is due, by an ordinary command in the ring, and again as long as it is due when the
 * result has come. Rests until the next book is due, or until one says that it is due sooner.
 */
public final class AutomaticTicks implements Duty {
    /** The clock may jump, so it looks again after this. */
    private static final long MOST_REST_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** While the ring or the disk is full. */
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final int MOST_UNDER_WAY = 64;

    private final DueTimes due = new DueTimes(this::wake);
    private final List<Sent> underWay = new ArrayList<>();
    private final Sender sender;
    private final LongSupplier clockNs;
    private volatile @Nullable Task task;
    private boolean isHeldUp;
    private volatile boolean ended;

    /** Sends TICK commands. */
    @FunctionalInterface
    public interface Sender {
        /**
         * Sends one.
         *
         * @return null where there is no room for it now
         */
        @Nullable
        CompletableFuture<CommandResult> send(int symbol);
    }

    /** A TICK whose result has not come, or has not been looked at. */
    private record Sent(int symbolIndex, long dueNs, CompletableFuture<CommandResult> result) {}

    /**
     * Sends nothing before it is called, by a thread of its own or by whoever carries commands out.
     *
     * @param clockNs with which the commands are stamped, ns since the epoch
     */
    public AutomaticTicks(final Sender sender, final LongSupplier clockNs) {
        this.sender = sender;
        this.clockNs = clockNs;
    }

    /** Is told when books are due, by their threads. */
    public DueTimes due() {
        return due;
    }

    /** Gives it a thread; once. */
    public void start(final Scheduler scheduler) {
        final Task thread = scheduler.task("daybook-ticks", this);
        task = thread;
        thread.start();
    }

    private void wake() {
        final Task thread = task;
        if (thread != null) {
            thread.wake();
        }
    }

    /** Sends no more, and waits for its thread. */
    public void end(final long deadlineNs) {
        ended = true;
        final Task thread = task;
        if (thread != null) {
            thread.wake();
            thread.join(deadlineNs);
        }
    }

    @Override
    public boolean isDone() {
        return ended;
    }

    @Override
    public long idleNs() {
        if (isHeldUp) {
            return RETRY_NS;
        }
        if (!underWay.isEmpty()) {
            return MOST_REST_NS; // the results wake it
        }
        final long dueNs = due.earliestNs();
        return dueNs == DueTimes.NEVER
                ? MOST_REST_NS
                : Math.max(0, Math.min(MOST_REST_NS, dueNs - clockNs.getAsLong()));
    }

    @Override
    public int doWork() {
        final int taken = takeResults();
        if (ended || !underWay.isEmpty()) {
            return taken;
        }
        isHeldUp = false;
        final long nowNs = clockNs.getAsLong();
        if (due.earliestNs() <= nowNs) {
            due.forEachDue(nowNs, this::send);
        }
        return taken + underWay.size();
    }

    /** A book that is still due afterwards has something left, and is sent the next one. */
    private int takeResults() {
        int taken = 0;
        for (int i = underWay.size() - 1; i >= 0; i--) {
            final Sent sent = underWay.get(i);
            if (sent.result.isDone()) {
                underWay.remove(i);
                taken++;
                if (sent.result.isCompletedExceptionally()) {
                    ended = true; // as the exchange has
                } else if (!sent.result.join().isSuccess()) {
                    due.forget(sent.symbolIndex, sent.dueNs);
                }
            }
        }
        return taken;
    }

    private void send(final int symbolIndex, final int symbol, final long dueNs) {
        if (ended || isHeldUp || underWay.size() == MOST_UNDER_WAY) {
            return;
        }
        try {
            final CompletableFuture<CommandResult> result = sender.send(symbol);
            if (result == null) {
                isHeldUp = true;
            } else {
                underWay.add(new Sent(symbolIndex, dueNs, result.whenComplete((taken, failure) -> wake())));
            }
        } catch (ExchangeClosedException e) {
            ended = true;
        } catch (NoSpaceException e) {
            isHeldUp = true;
        }
    }
}
