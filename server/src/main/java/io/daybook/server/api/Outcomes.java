package io.daybook.server.api;

import io.daybook.server.http.Problem;
import io.daybook.server.orders.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for results, with a timeout. */
public final class Outcomes {
    private Outcomes() {}

    /**
     * Returns the result, or a problem if it has not come in time. The exchange still processes the command then.
     *
     * @return completes on any thread: the caller must continue on another thread
     */
    public static CompletableFuture<Outcome> within(
            final CompletableFuture<Outcome> outcome, final int timeoutMs, final Supplier<Problem> late) {
        return outcome.copy()
                .orTimeout(timeoutMs, TimeUnit.MILLISECONDS)
                .exceptionallyCompose(failure ->
                        CompletableFuture.failedFuture(failure instanceof TimeoutException ? late.get() : failure));
    }
}
