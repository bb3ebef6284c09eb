package io.daybook.core.ticking;

import io.daybook.api.CancelReason;
import io.daybook.api.CommandResult;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.NoSpaceException;
import io.daybook.api.OrderEvent;
import io.daybook.host.Duty;
import io.daybook.host.Scheduler;
import io.daybook.host.Task;
import io.daybook.host.VenueTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a TICK to every book that is due, by an ordinary command in the ring, and again while the book is still due
 * after the result. Rests until the next book is due, or until a book becomes due sooner.
 */
public final class AutomaticTicks implements Duty, VenueTime.Ticks {
    /** The longest rest; limited because the clock may jump. */
    private static final long MOST_REST_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The wait after a full ring, which has room again within microseconds. */
    private static final long RETRY_RING_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The wait after a full disk, which has room again only after an operator has freed space. */
    private static final long RETRY_DISK_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int MOST_UNDER_WAY = 128;

    /** The most ticks to one book at once: their events fill a ring of the usual size. */
    private static final int MOST_IN_A_BURST = 16;

    private static final int NO_BOOK = -1;

    private final DueTimes due = new DueTimes(this::wake);
    private final List<Sent> underWay = new ArrayList<>();
    private final Sender sender;
    private final LongSupplier clockNs;
    private final long startNs;
    private final CompletableFuture<Integer> overdueEnded = new CompletableFuture<>();
    private int overdueCount;
    private volatile @Nullable Task task;

    /** The wait before a TICK that found no room is sent again, in ns; 0 if no TICK waits. */
    private long retryNs;

    /** The book that received all ticks of the last batch, or none. */
    private int onlyBook = NO_BOOK;

    /** How many batches in a row left work in that book. From two on, several ticks are sent at once. */
    private int leftCount;

    private volatile boolean ended;

    /** All work that is due up to this time is done. */
    private volatile long doneNs = Long.MIN_VALUE;

    /** Sends TICK commands. */
    @FunctionalInterface
    public interface Sender {
        /**
         * Sends a TICK.
         *
         * @return null if there is no room for it now
         */
        @Nullable
        CompletableFuture<CommandResult> send(int symbol);
    }

    /** A TICK whose result has not arrived, or has not been read. */
    private record Sent(int symbolIndex, long dueNs, CompletableFuture<CommandResult> result) {}

    /**
     * Creates it; it sends only when it is called, by a thread of its own or the thread that carries commands out.
     *
     * @param clockNs stamps the commands, ns since the epoch
     */
    public AutomaticTicks(final Sender sender, final LongSupplier clockNs) {
        this.sender = sender;
        this.clockNs = clockNs;
        this.startNs = clockNs.getAsLong();
    }

    /**
     * Returns a future that completes once all work that was due before the start is done, with the count of orders
     * that expired until then. It fails if the exchange ends first.
     */
    public CompletableFuture<Integer> overdueEnded() {
        return overdueEnded.copy();
    }

    /** The times at which books are due; the threads of the books set them. */
    public DueTimes due() {
        return due;
    }

    /** Gives it a thread of its own. Called once. */
    public void start(final Scheduler scheduler) {
        if (due.earliestNs() > startNs) {
            overdueEnded.complete(0);
        }
        final Task thread = scheduler.task("daybook-ticks", this);
        task = thread;
        thread.start();
    }

    @Override
    public long dueNs() {
        return due.earliestNs();
    }

    @Override
    public boolean isDone(final long nowNs) {
        return ended || doneNs >= nowNs && due.earliestNs() > nowNs;
    }

    @Override
    public void wake() {
        final Task thread = task;
        if (thread != null) {
            thread.wake();
        }
    }

    /** Stops sending, and waits for its thread. */
    public void end(final long deadlineNs) {
        ended = true;
        final Task thread = task;
        if (thread != null) {
            thread.wake();
            thread.join(deadlineNs);
        }
        overdueEnded.completeExceptionally(new ExchangeClosedException("the exchange has ended"));
    }

    @Override
    public boolean isDone() {
        return ended;
    }

    @Override
    public long idleNs() {
        if (retryNs > 0) {
            return retryNs;
        }
        if (!underWay.isEmpty()) {
            return MOST_REST_NS; // a result wakes this task
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
        retryNs = 0;
        final long nowNs = clockNs.getAsLong();
        if (due.earliestNs() <= nowNs) {
            due.forEachDue(nowNs, this::send);
        }
        if (underWay.isEmpty() && due.earliestNs() > startNs) {
            overdueEnded.complete(overdueCount);
        }
        if (underWay.isEmpty() && retryNs == 0) {
            doneNs = nowNs;
        }
        return taken + underWay.size();
    }

    /** Reads results; a book that is still due afterwards has work left and gets the next tick. */
    private int takeResults() {
        int taken = 0;
        for (int i = underWay.size() - 1; i >= 0; i--) {
            final Sent sent = underWay.get(i);
            if (sent.result.isDone()) {
                underWay.remove(i);
                taken++;
                if (sent.result.isCompletedExceptionally()) {
                    ended = true; // the exchange has ended too
                } else {
                    take(sent, sent.result.join());
                }
            }
        }
        leftCount += taken > 0 && underWay.isEmpty() ? 1 : 0;
        return taken;
    }

    private void take(final Sent sent, final CommandResult result) {
        if (!result.more()) {
            onlyBook = NO_BOOK;
        }
        if (!result.isSuccess()) {
            due.forget(sent.symbolIndex, sent.dueNs);
        } else if (!overdueEnded.isDone()) {
            for (final OrderEvent event : result.events()) {
                overdueCount +=
                        event instanceof OrderEvent.Cancel cancel && cancel.reason() == CancelReason.EXPIRED ? 1 : 0;
            }
        }
    }

    /**
     * Sends a tick to a book. If the book has much work left, several ticks are sent at once, and the last of them may
     * find nothing to do.
     */
    private void send(final int symbolIndex, final int symbol, final long dueNs) {
        if (symbolIndex != onlyBook) {
            onlyBook = underWay.isEmpty() ? symbolIndex : NO_BOOK;
            leftCount = 0;
        }
        final int count = leftCount < 2 ? 1 : Math.min(1 << leftCount - 1, MOST_IN_A_BURST);
        for (int i = 0; i < count && !ended && retryNs == 0 && underWay.size() < MOST_UNDER_WAY; i++) {
            sendOne(symbolIndex, symbol, dueNs);
        }
    }

    private void sendOne(final int symbolIndex, final int symbol, final long dueNs) {
        try {
            final CompletableFuture<CommandResult> result = sender.send(symbol);
            if (result == null) {
                retryNs = RETRY_RING_NS;
            } else {
                underWay.add(new Sent(symbolIndex, dueNs, result.whenComplete((taken, failure) -> wake())));
            }
        } catch (ExchangeClosedException e) {
            ended = true;
        } catch (NoSpaceException e) {
            retryNs = RETRY_DISK_NS;
        }
    }
}
