package io.daybook.trading;

/** The state of an order, as far as answers have come. */
public enum OrderState {
    /** There is no order. */
    NONE,
    /**
     * It was sent and is not answered yet; or it no longer rests, and some of its fills or removed lots are not
     * reported yet.
     */
    SENT,
    /** It rests, and nothing about it is under way. */
    LIVE,
    /** Its cancel is under way. */
    CANCEL_SENT,
    /** Its replacement is under way. */
    REPLACE_SENT
}
