package io.daybook.trading;

/** What an answer answers. */
public enum RequestKind {
    /** A new order. */
    PLACE,
    /** Another price or size. */
    REPLACE,
    /** The end of an order. */
    CANCEL
}
