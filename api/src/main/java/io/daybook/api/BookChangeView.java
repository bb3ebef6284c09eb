package io.daybook.api;

/**
 * The changes of one command in one book, for listeners: every level that it touched, each once, with its new state. A
 * flyweight over the engine's memory, valid during the call only.
 */
public interface BookChangeView {

    /** The seq of the command that changed the book. */
    long seq();

    /**
     * The seq of the command that changed the book before; for the first change after subscribing, the seq of the
     * snapshot.
     */
    long previousSeq();

    /** The command's time, ns since the epoch. */
    long timestampNs();

    /** The symbol of the book. */
    int symbol();

    /** The highest bid now, in ticks; 0 if there is none. */
    long bestBid();

    /** Lots at the highest bid. */
    long bestBidSize();

    /** The lowest ask now, in ticks; 0 if there is none. */
    long bestAsk();

    /** Lots at the lowest ask. */
    long bestAskSize();

    /** How many levels changed, ≥ 1. */
    int levelCount();

    /**
     * Returns one level, as a flyweight that the next call of this method moves to another level.
     *
     * @param index from 0, below {@link #levelCount()}
     */
    LevelChangeView level(int index);
}
