package io.daybook.trading;

/** The kind of request of an answer. */
public enum RequestKind {
    /** A new order. */
    PLACE,
    /** Another price or size. */
    REPLACE,
    /** The end of an order. */
    CANCEL
}
