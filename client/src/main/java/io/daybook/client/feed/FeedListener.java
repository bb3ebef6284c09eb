package io.daybook.client.feed;

import io.daybook.client.book.OrderLevels;

/**
 * The callbacks of a subscriber, on its thread. There are no calls for a symbol before {@link #onFresh}, and none
 * between {@link #onStale} of its channel and the next {@link #onFresh}. Calls must be short: packets arrive meanwhile,
 * and are lost if their buffer is full.
 */
public interface FeedListener {
    /** The messages of a command are applied: the books may be read until the next message. */
    default void onGroup(final long seq, final long timeNs) {}

    /**
     * Called for a trade.
     *
     * @param takerSide 1 for bids and 2 for asks
     * @param flags 1 for a trade of an auction, 2 for one off the book
     */
    default void onTrade(
            final int symbol,
            final long tradeId,
            final long price,
            final long size,
            final int takerSide,
            final int flags) {}

    /**
     * The best prices of a symbol, or their sizes, have changed. Called at the end of a group.
     *
     * @param bidSize 0 if there is no bid; then the price is meaningless
     * @param askSize 0 if there is no ask; then the price is meaningless
     */
    default void onTop(
            final int symbol, final long bidPrice, final long bidSize, final long askPrice, final long askSize) {}

    /**
     * A message has changed a level of a book. The rest of its group follows: read the book in {@link #onGroup}.
     *
     * @param side {@link OrderLevels#BID} or {@link OrderLevels#ASK}
     * @param price in ticks; a moved order causes two calls, with the old price and then with the new one
     */
    default void onLevel(final int symbol, final int side, final long price) {}

    /** A symbol was added, or changed. */
    default void onListing(
            final int symbol,
            final int type,
            final int base,
            final int quote,
            final long lotSize,
            final long tickValue,
            final long minPrice,
            final long maxPrice) {}

    /** The trading state of a symbol has changed. */
    default void onState(final int symbol, final int state, final int reason, final long price, final long size) {}

    /** The name of a symbol, and the decimals of its currencies. Only snapshots have them. Allocates. */
    default void onName(final int symbol, final String name, final int baseDecimals, final int quoteDecimals) {}

    /** The books of a channel may differ from the exchange's: none of them may be used. */
    default void onStale(final int channel) {}

    /**
     * The book of a symbol equals the exchange's. The calls for its listing, state and name came before; the call for
     * its best prices follows.
     */
    default void onFresh(final int symbol) {}

    /**
     * The book of a symbol equals the exchange's. By default this calls {@link #onFresh(int)}.
     *
     * @param levels the books of the channel, for reading at the end of a group
     * @param book the book of the symbol
     */
    default void onFresh(final int symbol, final OrderLevels levels, final int book) {
        onFresh(symbol);
    }

    /**
     * The subscriber's thread has applied all packets, and is about to wait for more, for a millisecond at most. For
     * programs that do other work on this thread.
     */
    default void onTurn() {}

    /** A message was impossible: a fault of the feed, or of this reader. No later message is applied. */
    default void onMismatch(final Mismatch mismatch, final int template, final int symbol, final long reference) {}
}
