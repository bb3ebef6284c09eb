package io.daybook.client.feed;

/** What a subscriber hears of one channel. */
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

    /** The books cannot be right any more: a fault of the feed, or of this reader. Nothing is applied from here on. */
    default void onMismatch(final Mismatch mismatch, final int template, final int symbol, final long reference) {}
}
