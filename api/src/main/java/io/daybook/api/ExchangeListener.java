package io.daybook.api;

/**
 * Hears of everything that the exchange does, in order, on its delivery thread (with {@link Topology#INLINE}: on the
 * caller's). A call that throws is reported to {@link #onListenerError} and does not stop the exchange; one that blocks
 * holds up the results of everybody.
 */
public interface ExchangeListener {

    /** A command was settled (and, with a journal, is as durable as configured). The view is valid during the call only. */
    default void onResult(final ResultView result) {}

    /** A call of this listener threw. */
    default void onListenerError(final RuntimeException error) {}

    /**
     * The exchange has stopped and accepts nothing more; what was not answered has an unknown outcome.
     *
     * @param cause why
     */
    default void onFatal(final Throwable cause) {}
}
