package io.daybook.server.api;

import io.daybook.api.Exchange;
import io.daybook.api.Query;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * What must not be done on an event loop, because it may wait: questions to the exchange, and results that are not
 * there yet. One thread and a queue with an end.
 */
public final class Waiting implements AutoCloseable {
    private static final int QUEUE = 1_000;
    private static final long POLL_MS = 2;
    private static final long BEHIND_MS = 2_000;
    private static final long ANSWER_MS = 5_000;

    private final Exchange exchange;
    private final ThreadPoolExecutor thread;

    /** Asks an exchange. */
    public Waiting(final Exchange exchange) {
        this.exchange = exchange;
        this.thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), task -> {
            final Thread own = new Thread(task, "daybook-http-query");
            own.setDaemon(true);
            return own;
        });
    }

    /** Asks the exchange a question. */
    public <R> CompletableFuture<R> ask(final Query<R> query) {
        try {
            return CompletableFuture.completedFuture(query)
                    .thenComposeAsync(exchange::query, thread)
                    .orTimeout(ANSWER_MS, TimeUnit.MILLISECONDS)
                    .exceptionallyCompose(failure -> CompletableFuture.failedFuture(late(failure)));
        } catch (RejectedExecutionException e) {
            throw busy();
        }
    }

    /**
     * Completes once a fold has come to a seq.
     *
     * @param seq to be shown; 0 for any
     * @param shown how far the fold is
     */
    CompletableFuture<Void> until(final long seq, final LongSupplier shown) {
        return until(seq, shown, BEHIND_MS / POLL_MS);
    }

    private static CompletableFuture<Void> until(final long seq, final LongSupplier shown, final long polls) {
        if (shown.getAsLong() >= seq) {
            return CompletableFuture.completedFuture(null);
        }
        if (polls == 0) {
            return CompletableFuture.failedFuture(
                    Problem.of(ProblemCode.BEHIND, "minSeq is not reached yet: shown is " + shown.getAsLong())
                            .header("Retry-After", "1"));
        }
        return CompletableFuture.completedFuture(polls - 1)
                .thenComposeAsync(
                        left -> until(seq, shown, left),
                        CompletableFuture.delayedExecutor(POLL_MS, TimeUnit.MILLISECONDS));
    }

    private static Throwable late(final Throwable failure) {
        final Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return cause instanceof TimeoutException ? busy() : cause;
    }

    /** The thread that may wait. */
    Executor thread() {
        return thread;
    }

    static Problem busy() {
        return Problem.of(ProblemCode.RING_FULL, "nothing was sent: send the same again in a second")
                .header("Retry-After", "1");
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
