package io.daybook.trading.feature;

/**
 * A number that follows a symbol's trades and best prices. One that is a function of the book as it is needs no state
 * and is no such class: see {@link FairPrice}. Used by the trader's thread; allocates nothing.
 */
public interface Feature {
    /** There is no meaningful number. */
    long ABSENT = Long.MIN_VALUE;

    /**
     * A trade; the top is still that of before the command.
     *
     * @param takerSide the side of the order that came
     */
    void onTrade(Top top, long size, int takerSide, long nowNs);

    /** All messages of a command that traded, or changed the top, were applied. */
    void onGroup(Top top, long nowNs);

    /** Forgets all that was seen: the book was stale meanwhile. */
    void reset();

    /** The number, or {@link #ABSENT}. */
    long value(long nowNs);
}
