package io.daybook.client.feed;

/** Why a subscriber cannot believe its books. */
public enum Mismatch {
    /** The block is shorter than that of its message, or the message shorter than its block. */
    BAD_LENGTH,
    /** A message outside a group, or a group that began before the last one was whole. */
    BAD_GROUP,
    /** A symbol that was never listed. */
    UNKNOWN_SYMBOL,
    /** More symbols than {@link ChannelBooks#MAX_SYMBOLS}. */
    TOO_MANY_SYMBOLS,
    /** More orders than {@link ChannelBooks#MAX_ORDERS}. */
    TOO_MANY_ORDERS,
    /** No order has the reference, or one of another symbol or price. */
    UNKNOWN_REFERENCE,
    /** Another order has the reference, or a larger one came before. */
    KNOWN_REFERENCE,
    /** A size below 1, or more than is there. */
    BAD_SIZE,
    /** A side that is none. */
    BAD_SIDE,
    /** The hash or the number of orders of a CHECK is another. */
    BAD_CHECK
}
