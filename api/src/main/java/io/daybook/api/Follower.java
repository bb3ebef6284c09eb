package io.daybook.api;

import org.jspecify.annotations.Nullable;

/**
 * Receives every result after a seq, in order, each exactly once, across restarts: a folder records its followers by
 * name, and a start passes to each follower the results after the place that the follower had reached, before new
 * results. Use it for history that must have no gaps: a gateway's reports, a feed, a table in a database. Attach it
 * with {@code DaybookExchange.Builder#attach}.
 *
 * <p>A follower keeps the state that it derives from results in one of two places: in the snapshots of the exchange, by
 * {@link #capture}, so that a start returns the newest part to it and continues after it; or in a store of its own, by
 * {@link #mark}, so that a start continues there. With neither, each start repeats everything since its registration.
 *
 * <p>Threads: {@link #restore} and the results of a recovery on the thread that starts the exchange; then everything on
 * one thread of the exchange that is this follower's alone, or on the thread that calls {@link FollowerPoller#poll};
 * with {@link Topology#INLINE} on the caller's. {@link #mark} is called on the thread that starts the exchange and on
 * the thread that writes snapshots.
 *
 * <p>A follower must not wait for the exchange: the ring does not advance without it. A claim that would wait throws on
 * its thread.
 */
public interface Follower {

    /** The longest name. */
    int MAX_NAME_LENGTH = 55;

    /** The result of {@link #mark} if the follower keeps no state elsewhere. */
    long NO_MARK = 0;

    /**
     * The name of the follower in the folder: 1 to {@value #MAX_NAME_LENGTH} lower-case letters, digits and dashes,
     * always the same.
     */
    String name();

    /**
     * The first seq that the follower still needs if it keeps its state in a store of its own: the one after the last
     * that the store holds durably. It never falls.
     *
     * @return that seq, from 1 on; {@link #NO_MARK}, the default, if its state is in the snapshots
     */
    default long mark() {
        return NO_MARK;
    }

    /**
     * Called first, once, with the place from which the follower continues. The next result has the number {@code seq +
     * 1}.
     *
     * @param part the part that {@link #capture} returned at that place, to be read during the call; null if there is
     *     none: the follower is new, its state is elsewhere, or no snapshot has its part yet
     * @param seq the seq of the last result that the follower has received
     * @param state the state of the exchange after the command of that result, to be read during the call only; the
     *     initial state for a follower without a part
     */
    void restore(@Nullable PartReader part, long seq, StateView state);

    /**
     * A command was settled and is as durable as {@link ExchangeConfig#ackMode} promises.
     *
     * @param result valid during the call only
     * @param replayed whether a recovery passes the result on: an earlier process may have received it already
     */
    void onResult(ResultView result, boolean replayed);

    /**
     * There are no more results for the moment, or very many have come since the last call: make gathered results
     * durable, or send them, now. It is not called after the follower was detached, so that no later result is kept.
     */
    default void onBatchEnd() {}

    /**
     * Called when a snapshot is taken at the result just received: copies the state that the follower derives from all
     * results up to it. Another thread writes the copy later.
     *
     * @return the copy; null, the default, for no part
     */
    default @Nullable FollowerPart capture() {
        return null;
    }
}
