package io.daybook.trading;

/** The state of an order, as far as answers have come. */
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
