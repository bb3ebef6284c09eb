package io.daybook.server.api;

import io.daybook.api.Exchange;
import io.daybook.api.Query;
import io.daybook.api.UserReportQuery;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Runs work that may wait, and so must not run on an event loop: queries to the exchange, and waits for results. It has
 * one thread and a bounded queue.
 */
public final class Waiting implements AutoCloseable {
    static final int MAX_WAITING = 1_000;
    static final long BEHIND_MS = 2_000;

    private static final int QUEUE = 1_000;
    private static final long POLL_MS = 2;
    private static final long ANSWER_MS = 5_000;

    private final Exchange exchange;
    private final ThreadPoolExecutor thread;
    private final ScheduledExecutorService polls;
    private final List<Waiter> waiters = new ArrayList<>();

    public Waiting(final Exchange exchange) {
        this.exchange = exchange;
        this.thread = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), task -> named(task, "daybook-http-query"));
        this.polls = Executors.newSingleThreadScheduledExecutor(task -> named(task, "daybook-http-behind"));
    }

    private static Thread named(final Runnable task, final String name) {
        final Thread own = new Thread(task, name);
        own.setDaemon(true);
        return own;
    }

    /** Queries the exchange; the result fails if the answer comes late. */
    public <R> CompletableFuture<R> ask(final Query<R> query) {
        return inTime(askPatiently(query));
    }

    /** Returns a copy of the answer that fails if it comes late. */
    static <R> CompletableFuture<R> inTime(final CompletableFuture<R> answer) {
        return answer.copy()
                .orTimeout(ANSWER_MS, TimeUnit.MILLISECONDS)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(late(failure)));
    }

    /** Queries the exchange, and waits for the answer however late it comes. */
    <R> CompletableFuture<R> askPatiently(final Query<R> query) {
        try {
            return CompletableFuture.completedFuture(query).thenComposeAsync(exchange::query, thread);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(busy());
        }
    }

    /** Returns whether the exchange has a user. Not called on an event loop. */
    public boolean isUser(final long uid) {
        try {
            return ask(new UserReportQuery(uid)).join().status() != null;
        } catch (CompletionException e) {
            throw e.getCause() instanceof Problem problem ? problem : e;
        }
    }

    /**
     * Completes once a fold has reached a seq. One thread checks for all waiters, of which there may be
     * {@value #MAX_WAITING}.
     *
     * @param seq the seq that must be reached; 0 for any
     * @param shown the seq of the fold; it is read often, so it must take no lock
     */
    CompletableFuture<Void> until(final long seq, final LongSupplier shown) {
        if (shown.getAsLong() >= seq) {
            return CompletableFuture.completedFuture(null);
        }
        final Waiter waiter = new Waiter(seq, shown);
        synchronized (waiters) {
            if (waiters.size() == MAX_WAITING || polls.isShutdown()) {
                return CompletableFuture.failedFuture(behind(shown));
            }
            waiters.add(waiter);
            if (waiters.size() == 1) {
                schedule();
            }
        }
        return waiter.reached;
    }

    private void schedule() {
        final Future<?> unused = polls.schedule(this::poll, POLL_MS, TimeUnit.MILLISECONDS);
    }

    /** Completes the waiters whose seq is reached, or whose time is over; runs again while there are others. */
    private void poll() {
        final List<Waiter> done = new ArrayList<>();
        synchronized (waiters) {
            waiters.removeIf(waiter -> waiter.isDone() && done.add(waiter));
            if (!waiters.isEmpty() && !polls.isShutdown()) {
                schedule();
            }
        }
        done.forEach(Waiter::letGo);
    }

    private static Problem behind(final LongSupplier shown) {
        return Problem.of(ProblemCode.BEHIND, "minSeq is not reached yet: the answer would show " + shown.getAsLong())
                .header("Retry-After", "1");
    }

    /** A request that waits for a seq. Guarded by the list until the request is complete. */
    private static final class Waiter {
        private final CompletableFuture<Void> reached = new CompletableFuture<>();
        private final long seq;
        private final LongSupplier shown;
        private int polls;

        private Waiter(final long seq, final LongSupplier shown) {
            this.seq = seq;
            this.shown = shown;
        }

        private boolean isDone() {
            return ++polls >= BEHIND_MS / POLL_MS || shown.getAsLong() >= seq;
        }

        private void letGo() {
            if (shown.getAsLong() >= seq) {
                reached.complete(null);
            } else {
                reached.completeExceptionally(behind(shown));
            }
        }
    }

    private static Throwable late(final Throwable failure) {
        final Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return cause instanceof TimeoutException ? busy() : cause;
    }

    /** The thread that may wait. */
    public Executor thread() {
        return thread;
    }

    /** The problem for a command that did not fit into the ring. */
    public static Problem busy() {
        return Problem.of(ProblemCode.RING_FULL, "nothing was sent: send the same request again in a second")
                .header("Retry-After", "1");
    }

    @Override
    public void close() {
        thread.shutdownNow();
        polls.shutdownNow();
    }
}
