package io.daybook.core.delivery;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** A future on which the thread that completes it must not wait, because it would wait for itself. */
public final class ExchangeFuture<T> extends CompletableFuture<T> {
    private final BooleanSupplier isCompleter;

    /**
     * Creates a future without an answer.
     *
     * @param isCompleter whether the calling thread is the one that completes this future
     */
    public ExchangeFuture(final BooleanSupplier isCompleter) {
        this.isCompleter = isCompleter;
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
        return new ExchangeFuture<>(isCompleter);
    }

    private void checkMayWait() {
        if (!isDone() && isCompleter.getAsBoolean()) {
            throw new IllegalStateException(
                    "a thread of the exchange must not wait for a result: it would wait for itself; use thenAccept");
        }
    }
}
