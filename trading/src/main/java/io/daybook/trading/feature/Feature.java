package io.daybook.trading.feature;

/**
 * A number that follows a symbol's trades and best prices. A number that is a function of the current book needs no
 * state and is not a feature in this sense: see {@link FairPrice}. Used by the trader's thread; allocates nothing.
 */
public interface Feature {
    /** There is no meaningful number. */
    long ABSENT = Long.MIN_VALUE;

    /**
     * Called for a trade, with the best prices as they were before the command.
     *
     * @param takerSide the side of the incoming order
     */
    void onTrade(Top top, long size, int takerSide, long nowNs);

    /** Called when all messages of a command that traded, or changed the best prices, have been applied. */
    void onGroup(Top top, long nowNs);

    /** Clears the state, because the book was stale meanwhile. */
    void reset();

    /** The number, or {@link #ABSENT}. */
    long value(long nowNs);
}
