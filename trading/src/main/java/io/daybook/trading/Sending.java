package io.daybook.trading;

/** The result of a request to send an order. */
public enum Sending {
    /** It was sent. */
    SENT,
    /** There is nothing to do: the order already is as wished, or there is no order. */
    AS_IT_IS,
    /** The order of the place waits for an answer; {@link Strategy#onOrder} is called when the answer has come. */
    BUSY,
    /** The gate has refused the order, and has counted the refusal for each rule. */
    REFUSED,
    /** There is no connection, or too many requests are unanswered. */
    NOT_SENT
}
