package io.daybook.trading;

/** The result of a request to send an order. */
public enum Sending {
    /** It was sent. */
    SENT,
    /** There is nothing to do: the order is as wished already, or there is none. */
    AS_IT_IS,
    /** The order of the place waits for an answer; {@link Strategy#onOrder} is called when it has come. */
    BUSY,
    /** The gate has refused it, and counted the rules. */
    REFUSED,
    /** There is no connection, or too much is unanswered. */
    NOT_SENT
}
