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
     * The result, or a problem if it has not come in time; the exchange still processes the command.
     *
     * @return completes on any thread: continue on another one
     */
    public static CompletableFuture<Outcome> within(
            final CompletableFuture<Outcome> outcome, final int timeoutMs, final Supplier<Problem> late) {
        return outcome.copy()
                .orTimeout(timeoutMs, TimeUnit.MILLISECONDS)
                .exceptionallyCompose(failure ->
                        CompletableFuture.failedFuture(failure instanceof TimeoutException ? late.get() : failure));
    }
}
