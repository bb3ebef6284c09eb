package io.daybook.model;

/** Which way the price has to go to meet a trigger. */
public enum When {
    RISES,
    FALLS;

    /** The way against an order of this side, which a stop of this side waits for. */
    static When stopOf(final Side side) {
        return side == Side.BID ? RISES : FALLS;
    }
}
