package io.daybook.trading;

/** What became of a wish to send something. */
public enum Sending {
    /** It was sent. */
    SENT,
    /** There is nothing to do: the order is as wished already, or there is none. */
    AS_IT_IS,
    /** The place has an order about which something is under way; {@link Strategy#onOrder} says when that has ended. */
    BUSY,
    /** The gate has refused it, and counted the rules. */
    REFUSED,
    /** There is no connection, or too much is unanswered. */
    NOT_SENT
}
