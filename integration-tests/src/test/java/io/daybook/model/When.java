package io.daybook.model;

/** Which way the price has to go to meet a trigger. */
public enum When {
    RISES,
    FALLS;

    /** The way in which the price must go to meet the trigger of a stop of this side: up for a bid, down for an ask. */
    static When stopOf(final Side side) {
        return side == Side.BID ? RISES : FALLS;
    }
}
