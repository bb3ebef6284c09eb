package io.daybook.model;

/** Which side of a book an order is on. */
public enum Side {
    BID,
    ASK;

    /** The side that this one trades with. */
    public Side opposite() {
        return this == BID ? ASK : BID;
    }
}
