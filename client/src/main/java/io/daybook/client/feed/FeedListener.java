package io.daybook.client.feed;

import io.daybook.client.book.OrderLevels;

/**
 * What a subscriber hears, on its thread. Of a symbol it hears nothing before {@link #onFresh}, and nothing between
 * {@link #onStale} of its channel and the next {@link #onFresh}. Calls must be short: packets come meanwhile, and those
 * that find no room are lost.
 */
public interface FeedListener {
    /** A command's messages were applied: books may be read, until the next message. */
    default void onGroup(final long seq, final long timeNs) {}

    /**
     * A trade.
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
     * The best prices of a symbol, or their sizes, are others than before. Told when a group is whole.
     *
     * @param bidSize 0 where there is no bid; then the price means nothing
     * @param askSize 0 where there is no ask; then the price means nothing
     */
    default void onTop(
            final int symbol, final long bidPrice, final long bidSize, final long askPrice, final long askSize) {}

    /**
     * A message has changed a level of a book. The rest of its group is to come: read the book in {@link #onGroup}.
     *
     * @param side {@link OrderLevels#BID} or {@link OrderLevels#ASK}
     * @param price in ticks; of an order that moved first the old one, then the new one
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

    /** A symbol trades in another way. */
    default void onState(final int symbol, final int state, final int reason, final long price, final long size) {}

    /** What people call a symbol, and the decimals of its currencies. Known of snapshots only. Allocates. */
    default void onName(final int symbol, final String name, final int baseDecimals, final int quoteDecimals) {}

    /** The books of a channel may not be the exchange's any more: none of them is to be used. */
    default void onStale(final int channel) {}

    /** The book of a symbol is the exchange's. Its listing, state and name were told before, its best prices follow. */
    default void onFresh(final int symbol) {}

    /**
     * As {@link #onFresh(int)}, which it calls, with the place of the book.
     *
     * @param levels the books of the channel, to be read when a group is whole
     * @param book the symbol's
     */
    default void onFresh(final int symbol, final OrderLevels levels, final int book) {
        onFresh(symbol);
    }

    /**
     * The subscriber's thread has applied what had come, and is about to wait for more, a millisecond at most. For
     * programs that do other work on this thread.
     */
    default void onTurn() {}

    /** A message that cannot be: a fault of the feed, or of this reader. Nothing is applied from here on. */
    default void onMismatch(final Mismatch mismatch, final int template, final int symbol, final long reference) {}
}
