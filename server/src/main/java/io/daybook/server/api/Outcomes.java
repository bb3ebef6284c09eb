package io.daybook.server.api;

import io.daybook.server.http.Problem;
import io.daybook.server.orders.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Results that are waited for, but not for ever. */
public final class Outcomes {
    private Outcomes() {}

    /**
     * The result, or a problem where it has not come in time; what was sent is carried out all the same.
     *
     * @return completes on any thread: go on elsewhere
     */
    public static CompletableFuture<Outcome> within(
            final CompletableFuture<Outcome> outcome, final int timeoutMs, final Supplier<Problem> late) {
        return outcome.copy()
                .orTimeout(timeoutMs, TimeUnit.MILLISECONDS)
                .exceptionallyCompose(failure ->
                        CompletableFuture.failedFuture(failure instanceof TimeoutException ? late.get() : failure));
    }
}
