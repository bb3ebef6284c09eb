package io.daybook.api;

/** One level of a book after a change; a flyweight, valid during the call only. */
public interface LevelChangeView {

    /** Its side; see {@link Side#code()}. */
    int sideCode();

    /** Ticks. */
    long price();

    /** Lots of all its orders now; 0 if the level is gone. */
    long size();

    /** How many orders it has now; 0 if it is gone. */
    long orders();

    /** Whether it is the best level of its side now, or was better than the best before it disappeared. */
    boolean isTop();

    /** Its side. */
    default Side side() {
        return Side.of(sideCode());
    }
}
