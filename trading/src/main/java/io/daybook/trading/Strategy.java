package io.daybook.trading;

import io.daybook.client.book.OrderLevels;

/**
 * Decides what to do. All methods are called on the trader's one thread; a book is read during a call only. A strategy
 * reads no clock: {@link Trader#nowNs} is the time, in a live run and in a simulated one. Orders leave through
 * {@link Orders} only.
 */
public interface Strategy {
    /** Called once, before all else. */
    default void onStart(final Trader trader) {}

    /**
     * Called for each level of a book that a command has changed, after all messages of the command are applied.
     *
     * @param levels the books of the symbol's channel
     * @param book the symbol's book in them
     * @param side {@link OrderLevels#BID} or {@link OrderLevels#ASK}
     * @param price the price of the level, in ticks
     */
    default void onBook(final int symbol, final OrderLevels levels, final int book, final int side, final long price) {}

    /**
     * Called for a trade of any participant, before {@link #onBook} of the same command.
     *
     * @param takerSide the side of the incoming order
     */
    default void onTrade(final int symbol, final long price, final long size, final int takerSide) {}

    /** Called when the state of one of the trader's orders has changed. */
    default void onOrder(final Order order) {}

    /**
     * Called when an order of the trader has traded; the position already includes the trade.
     *
     * @param fill valid during the call only
     */
    default void onFill(final Order order, final Execution fill) {}

    /** Called when the time that was set with {@link Trader#timer} has come. */
    default void onTimer(final long nowNs) {}

    /**
     * Called when the book of a symbol may no longer match the venue's: features are absent, and no order passes the
     * gate.
     */
    default void onStale(final int symbol) {}

    /**
     * Called when the book of a symbol matches the venue's, and again when orders can be sent after a connection was
     * lost.
     */
    default void onFresh(final int symbol) {}
}
