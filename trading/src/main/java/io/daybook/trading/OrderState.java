package io.daybook.trading;

/** How far an order has come, as its trader knows. */
public enum OrderState {
    /** There is no order. */
    NONE,
    /** It was sent; or nothing of it rests any more, and fills or lots that went off are still to come. */
    SENT,
    /** It rests, and nothing about it is under way. */
    LIVE,
    /** Its cancel is under way. */
    CANCEL_SENT,
    /** Its replacement is under way. */
    REPLACE_SENT
}
