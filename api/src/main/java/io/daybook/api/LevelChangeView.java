package io.daybook.api;

/** One level of a book after a change; a flyweight, valid during the call only. */
public interface LevelChangeView {

    /** The side of the level; see {@link Side#code()}. */
    int sideCode();

    /** The price in ticks. */
    long price();

    /** Lots of all its orders now; 0 if the level is gone. */
    long size();

    /** How many orders the level has now; 0 if it is gone. */
    long orders();

    /**
     * Whether the level is the best of its side now, or, if it is gone, was better than the best level that is left.
     */
    boolean isTop();

    /** The side of the level. */
    default Side side() {
        return Side.of(sideCode());
    }
}
