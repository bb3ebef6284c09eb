package io.daybook.server.orders;

/** The state of an order. */
public enum OrderState {
    /** Lives, and has not traded. */
    OPEN,
    /** Lives, and has traded. */
    PARTLY_FILLED,
    /** Has traded all. */
    FILLED,
    /** Was taken off with lots left. */
    CANCELLED,
    /** Found nothing and never rested, or was refused. */
    REJECTED
}
