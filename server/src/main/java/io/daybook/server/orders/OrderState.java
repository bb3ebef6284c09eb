package io.daybook.server.orders;

/** The state of an order. */
public enum OrderState {
    /** Live, and has not traded. */
    OPEN,
    /** Live, and has traded. */
    PARTLY_FILLED,
    /** Has traded all. */
    FILLED,
    /** Was taken off with lots left. */
    CANCELLED,
    /** Ended without a trade and without resting, or was refused. */
    REJECTED
}
