package io.daybook.perf.measure;

import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import org.jspecify.annotations.Nullable;

/**
 * Counts and reads results as they are delivered, and signals the last expected one. Results come on the exchange's
 * delivery thread; all other methods are called by the sending thread, which publishes commands after {@link #expect}
 * and so hands the settings over.
 */
public abstract class ResultCounter implements ExchangeListener {
    private long expected;
    private long arrived;
    private long refused;
    private int firstRefusal;

    private volatile long endNs;
    private volatile boolean complete = true;
    private volatile @Nullable Throwable failure;

    /** Sets the number of results that {@link #await} waits for. Called while no result is outstanding. */
    public final void expect(final long results) {
        expected = results;
        arrived = 0;
        refused = 0;
        complete = results == 0;
    }

    /** Counts a result. */
    abstract void take(ResultView result);

    @Override
    public final void onResult(final ResultView result) {
        take(result);
        if (result.resultCode() != 0) {
            refuse(result);
        }
        if (++arrived == expected) {
            endNs = System.nanoTime();
            complete = true;
        }
    }

    @Override
    public final void onListenerError(final RuntimeException error) {
        failure = error;
    }

    @Override
    public final void onFatal(final Throwable cause) {
        failure = cause;
    }

    /**
     * Waits for the last result, spinning.
     *
     * @return the time at which it came, in terms of {@link System#nanoTime()}
     * @throws IllegalStateException when the exchange failed, or when a command was refused
     */
    public final long await() {
        while (!complete) {
            checkAlive();
            Thread.onSpinWait();
        }
        checkAlive();
        if (refused > 0) {
            throw new IllegalStateException(
                    refused + " commands were refused, the first with result code " + firstRefusal);
        }
        return endNs;
    }

    private void refuse(final ResultView result) {
        if (refused++ == 0) {
            firstRefusal = result.resultCode();
        }
    }

    private void checkAlive() {
        final Throwable cause = failure;
        if (cause != null) {
            throw new IllegalStateException("the exchange failed during the measurement", cause);
        }
    }
}
