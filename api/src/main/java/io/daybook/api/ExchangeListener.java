package io.daybook.api;

/**
 * Receives everything that the exchange does, in order, on its delivery thread (with {@link Topology#INLINE}: on the
 * caller's). A call that throws does not stop the exchange: it is logged as a warning, counted in
 * {@link ExchangeMetrics#listenerErrors()} and reported to {@link #onListenerError}. An {@link Error} does stop it,
 * except in the calls about snapshots and about the end. A call that blocks holds up all results.
 *
 * <p>Listeners are added before the start ({@code builder().listener(…)}), or later by {@link Exchange#addListener} and
 * may unsubscribe.
 *
 * <p>After a failure of the exchange, a thread of the exchange still delivers what the journal had forced by then;
 * {@link #onFatal} follows.
 */
public interface ExchangeListener {

    /**
     * A command was settled (and, with a journal, is as durable as configured). The view is valid during the call only.
     */
    default void onResult(final ResultView result) {}

    /**
     * A snapshot is on the disk, read back and marked in the journal. Called on the thread that writes snapshots (with
     * {@link Topology#INLINE}: on the caller's), in parallel with results; the next snapshot waits for this call, the
     * exchange does not.
     */
    default void onSnapshot(final SnapshotReport snapshot) {}

    /** A snapshot was not completed. Called on the same thread; nothing else is affected. */
    default void onSnapshotFailed(final SnapshotFailedException failure) {}

    /**
     * Two orders traded: called for each trade of a result, in order, after {@link #onResult}. The views are valid
     * during the call only.
     *
     * @param result the command that traded
     * @param trade the trade, an event of the result
     */
    default void onTrade(final ResultView result, final EventView trade) {}

    /**
     * The levels of a book after this listener subscribed to it, or subscribed again, by {@link SubscribeBookQuery}: in
     * order with the changes, before the future of that query completes.
     */
    default void onBookSnapshot(final OrderBookReport snapshot) {}

    /**
     * A command changed a book to which this listener subscribed by {@link SubscribeBookQuery}: called after
     * {@link #onResult} of that command. The view is valid during the call only; the listener may drop or thin out
     * changes itself.
     */
    default void onBookChange(final BookChangeView change) {}

    /**
     * A follower was detached ({@link OnFailure#DETACH}, or it did not keep up with closing): the exchange continues
     * without it. Called on the thread that detached it, in parallel with results.
     *
     * @param name of the follower
     * @param cause the exception of the follower, or an exception that describes how the follower hung
     */
    default void onDetached(final String name, final Throwable cause) {}

    /** The exchange was closed in order: nothing follows. Called by the thread that closes. */
    default void onClosed() {}

    /**
     * A call of this listener threw. The exception is logged as well, whether or not this method is overridden: the
     * first exception of each method, with its stack trace, then at most one every ten seconds, with the count since
     * the last.
     */
    default void onListenerError(final RuntimeException error) {}

    /**
     * The exchange has stopped and accepts nothing more; unanswered commands have an unknown outcome.
     *
     * @param cause why
     */
    default void onFatal(final Throwable cause) {}
}
