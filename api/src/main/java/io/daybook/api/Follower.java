package io.daybook.api;

import org.jspecify.annotations.Nullable;

/**
 * Hears of every result after a seq, in order, none twice and none left out, across restarts: a folder knows its
 * followers by name, and a start tells each of them what the journal holds behind the place that it had reached, before
 * the results to come. It is how history that must not have holes leaves the exchange: a gateway's reports, a feed, a
 * table in a database. Attach it with {@code DaybookExchange.Builder#attach}.
 *
 * <p>A follower keeps what it has made of the results in one of two places. In the snapshots of the exchange, by
 * {@link #capture}: then a start gives it the newest part back and goes on behind it. Or in a store of its own, by
 * {@link #mark}: then a start goes on there. With neither, it hears again at each start what followed its registration.
 *
 * <p>Threads: {@link #restore} and the results of a recovery on the thread that starts the exchange; then everything on
 * one thread of the exchange that is this follower's alone, or on the thread that calls {@link FollowerPoller#poll};
 * with {@link Topology#INLINE} on the caller's. {@link #mark} is asked on the thread that starts and on that which
 * writes snapshots.
 *
 * <p>A follower must not wait for the exchange: the ring does not go on without it. A claim that would wait throws on
 * its thread.
 */
public interface Follower {

    /** The longest name. */
    int MAX_NAME_LENGTH = 55;

    /** What {@link #mark} gives where the follower keeps no state elsewhere. */
    long NO_MARK = 0;

    /**
     * By which its folder knows it: 1 to {@value #MAX_NAME_LENGTH} lower-case letters, digits and dashes, always the
     * same.
     */
    String name();

    /**
     * The first seq that it still needs, where it keeps its state in a store of its own: the one behind the last that
     * the store has for good. It never falls.
     *
     * @return that seq, from 1 on; {@link #NO_MARK}, the default, where its state is in the snapshots
     */
    default long mark() {
        return NO_MARK;
    }

    /**
     * Comes first, once: the place from which it goes on. The next result has the number {@code seq + 1}.
     *
     * @param part what {@link #capture} gave then, to be read during the call; null where there is none: it is new, its
     *     state is elsewhere, or no snapshot has its part yet
     * @param seq up to which it has heard
     * @param state the state of the exchange after that command, to be read during the call only; without a part, what
     *     to begin from
     */
    void restore(@Nullable PartReader part, long seq, StateView state);

    /**
     * A command was settled and is as durable as {@link ExchangeConfig#ackMode} promises.
     *
     * @param result valid during the call only
     * @param replayed whether it is told by a recovery: it may have been told to an earlier process
     */
    void onResult(ResultView result, boolean replayed);

    /**
     * There are no more results for the moment, or very many since the last call: what was gathered may be made durable
     * or sent now. It is not called any more once the follower was detached, so that nothing is kept which was heard
     * from then on.
     */
    default void onBatchEnd() {}

    /**
     * A snapshot is taken at the result that was just told: copies what the follower has made of all results up to it.
     * The copy is written later, by another thread.
     *
     * @return the copy; null, the default, for no part
     */
    default @Nullable FollowerPart capture() {
        return null;
    }
}
