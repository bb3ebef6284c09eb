package io.daybook.core.pipeline;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A future that a thread of the exchange may not wait for: it would wait for itself. */
final class ExchangeFuture<T> extends CompletableFuture<T> {
    private final Lifecycle lifecycle;

    ExchangeFuture(final Lifecycle lifecycle) {
        this.lifecycle = lifecycle;
    }

    @Override
    public T join() {
        checkMayWait();
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        checkMayWait();
        return super.get();
    }

    @Override
    public T get(final long timeout, final TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        checkMayWait();
        return super.get(timeout, unit);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new ExchangeFuture<>(lifecycle);
    }

    private void checkMayWait() {
        if (!isDone() && StageThread.isCurrentOf(lifecycle)) {
            throw new IllegalStateException(
                    "a thread of the exchange must not wait for a result: it would wait for itself; use thenAccept");
        }
    }
}
