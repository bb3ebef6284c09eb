package io.daybook.core.scheduling;

import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeState;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Where an exchange is in its life, for all its threads. Moves from running to closed or failed, never back. */
public final class Lifecycle {
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Futures that are failed at the end, unless they have an answer by then. */
    private final Queue<CompletableFuture<?>> undecided = new ConcurrentLinkedQueue<>();

    private volatile ExchangeState state = ExchangeState.RUNNING;
    private volatile boolean halted;
    private volatile @Nullable Throwable failure;

    public ExchangeState state() {
        return state;
    }

    public boolean isRunning() {
        return state == ExchangeState.RUNNING;
    }

    /** Whether stages must stop where they are. */
    public boolean isHalted() {
        return halted;
    }

    /** Tells the stages to stop where they are. */
    public void halt() {
        halted = true;
    }

    /** Moves from running to closing; false when another thread already did, or when the exchange failed. */
    public synchronized boolean beginClosing() {
        if (state != ExchangeState.RUNNING) {
            return false;
        }
        state = ExchangeState.CLOSING;
        return true;
    }

    /**
     * Stops everything because of a broken invariant or an environment fault.
     *
     * @return whether this was the first failure
     */
    public synchronized boolean fail(final Throwable cause) {
        final Throwable earlier = failure;
        if (earlier == null) {
            failure = cause;
        } else if (earlier != cause) {
            earlier.addSuppressed(cause);
        }
        if (state != ExchangeState.CLOSED) {
            state = ExchangeState.FAILED;
        }
        halted = true;
        return earlier == null;
    }

    @Nullable
    public Throwable failure() {
        return failure;
    }

    /** Everything has ended. */
    public void end() {
        synchronized (this) {
            if (state == ExchangeState.CLOSING) {
                state = ExchangeState.CLOSED;
            }
        }
        failUndecided();
        ended.countDown();
        failUndecided(); // those that came meanwhile
    }

    /**
     * Fails a future at the end, when it is known whether its command was carried out, unless it has an answer by then.
     */
    public void failAtEnd(final CompletableFuture<?> future) {
        undecided.add(future);
        if (hasEnded()) {
            failUndecided();
        }
    }

    private void failUndecided() {
        for (CompletableFuture<?> future = undecided.poll(); future != null; future = undecided.poll()) {
            future.completeExceptionally(refusal());
        }
    }

    public boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** Waits for the end; times beyond 292 years count as that. */
    public boolean awaitEnd(final Duration timeout) throws InterruptedException {
        return ended.await(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    }

    /** The refusal of a door that no longer accepts anything. */
    public ExchangeClosedException refusal() {
        final Throwable cause = failure;
        return cause == null
                ? new ExchangeClosedException("the exchange accepts nothing more: it is " + state())
                : new ExchangeClosedException(
                        "the exchange has failed: "
                                + (cause.getMessage() == null ? cause.toString() : cause.getMessage()),
                        cause);
    }
}
