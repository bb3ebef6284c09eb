package io.daybook.core.scheduling;

import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeState;
import io.daybook.host.Scheduler;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of an exchange, for all its threads. It moves from running to closed or failed, never back: {@link #next}
 * defines the transitions, and {@link #move} is the only place that makes one.
 */
public final class Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    /** An event in the life of an exchange. */
    enum Event {
        /** A caller closes the exchange. */
        CLOSE,
        /** An invariant or the environment broke. */
        FAIL,
        END
    }

    private final ExchangeThreads threads = new ExchangeThreads();
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Futures that fail at the end, unless they have an answer by then. */
    private final Queue<CompletableFuture<?>> undecided = new ConcurrentLinkedQueue<>();

    private volatile ExchangeState state = ExchangeState.RUNNING;
    private volatile int moves;
    private volatile boolean halted;
    private volatile @Nullable Throwable failure;

    /** The state after an event; the same state if the event changes nothing. */
    static ExchangeState next(final ExchangeState state, final Event event) {
        return switch (event) {
            case CLOSE -> state == ExchangeState.RUNNING ? ExchangeState.CLOSING : state;
            case FAIL -> state == ExchangeState.CLOSED ? state : ExchangeState.FAILED;
            case END -> state == ExchangeState.CLOSING ? ExchangeState.CLOSED : state;
        };
    }

    /** Makes the transition of an event; returns whether the state changed. */
    private synchronized boolean move(final Event event) {
        final ExchangeState before = state;
        final ExchangeState after = next(before, event);
        if (after == before) {
            return false;
        }
        state = after;
        moves = moves + 1;
        LOG.debug("the exchange was {}, and is now {}", before, after);
        return true;
    }

    public ExchangeState state() {
        return state;
    }

    /** How often the state has changed. */
    int moves() {
        return moves;
    }

    /** The threads that work for the exchange. */
    public ExchangeThreads threads() {
        return threads;
    }

    public boolean isRunning() {
        return state == ExchangeState.RUNNING;
    }

    /** Whether stages must stop where they are. */
    public boolean isHalted() {
        return halted;
    }

    /** Makes the stages stop where they are. */
    public void halt() {
        halted = true;
    }

    /** Moves from running to closing; false if another thread already did, or the exchange failed. */
    public boolean beginClosing() {
        return move(Event.CLOSE);
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
        move(Event.FAIL);
        halted = true;
        return earlier == null;
    }

    @Nullable
    public Throwable failure() {
        return failure;
    }

    /** Called when everything has ended. */
    public void end() {
        move(Event.END);
        failUndecided();
        ended.countDown();
        failUndecided(); // futures that were added meanwhile
    }

    /** Fails a future at the end, when the outcome of its command is known, unless it has an answer by then. */
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

    /** Waits for the end; times beyond 292 years count as 292 years. */
    public boolean awaitEnd(final Duration timeout, final Scheduler scheduler) throws InterruptedException {
        return scheduler.await(ended, TimeUnit.NANOSECONDS.convert(timeout));
    }

    /** The exception with which a door refuses once the exchange accepts nothing more. */
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
