package io.daybook.model;

/** The direction in which the price meets a trigger. */
public enum When {
    RISES,
    FALLS;

    /** The direction in which the price meets the trigger of a stop of this side: up for a bid, down for an ask. */
    static When stopOf(final Side side) {
        return side == Side.BID ? RISES : FALLS;
    }
}
