package io.daybook.model;

/** The side of a book that an order is on. */
public enum Side {
    BID,
    ASK;

    /** The side that this one trades with. */
    public Side opposite() {
        return this == BID ? ASK : BID;
    }
}
