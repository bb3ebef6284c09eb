package io.daybook.client.feed;

/** The reason why a subscriber cannot trust its books. */
public enum Mismatch {
    /** The block is shorter than its template's, or the message is shorter than its block. */
    BAD_LENGTH,
    /** A message outside a group, or a group that began before the last one was complete. */
    BAD_GROUP,
    /** A symbol that was never listed. */
    UNKNOWN_SYMBOL,
    /** More symbols than {@link ChannelBooks#MAX_SYMBOLS}. */
    TOO_MANY_SYMBOLS,
    /** More orders than {@link ChannelBooks#MAX_ORDERS}. */
    TOO_MANY_ORDERS,
    /** No order has the reference, or the order has another symbol or price. */
    UNKNOWN_REFERENCE,
    /** Another order has the reference, or a larger reference came before. */
    KNOWN_REFERENCE,
    /** A size below 1, or above the order's. */
    BAD_SIZE,
    /** An invalid side. */
    BAD_SIDE,
    /** The hash or the number of orders of a CHECK differs. */
    BAD_CHECK
}
