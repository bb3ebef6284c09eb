package io.daybook.trading;

/** The kind of the request that an answer is for. */
public enum RequestKind {
    /** A new order. */
    PLACE,
    /** Another price or size. */
    REPLACE,
    /** The end of an order. */
    CANCEL
}
