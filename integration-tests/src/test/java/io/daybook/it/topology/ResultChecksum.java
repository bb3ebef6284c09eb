package io.daybook.it.topology;

import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import io.daybook.perf.measure.ResultDigest;

/**
 * A sum over all fields of all results, in their order. The delivery thread writes the sum; the test reads it after the
 * exchange has closed.
 */
class ResultChecksum implements ExchangeListener {
    private final ResultDigest digest = new ResultDigest();
    private long results;
    private long events;
    private RuntimeException error;
    private Throwable fatal;

    @Override
    public void onResult(final ResultView result) {
        results++;
        events += result.eventCount();
        digest.add(result);
    }

    @Override
    public void onListenerError(final RuntimeException thrown) {
        error = thrown;
    }

    @Override
    public void onFatal(final Throwable cause) {
        fatal = cause;
    }

    long sum() {
        if (error != null || fatal != null) {
            throw new AssertionError("the exchange or a listener failed", fatal == null ? error : fatal);
        }
        return digest.value();
    }

    long results() {
        return results;
    }

    long events() {
        return events;
    }
}
