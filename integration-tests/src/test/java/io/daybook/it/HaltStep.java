package io.daybook.it;

/**
 * A step on the path of an order, at which a process of {@link HaltingVenue} ends. The steps are in the order of the
 * path.
 */
enum HaltStep {
    /** The gateway is about to write the answer to the previous order; the order waits in the socket. */
    NOT_READ,
    /** The ring is full of orders that the journal does not have; other orders are read and wait, or are not read. */
    NOT_PUBLISHED,
    /** The order is published, and the journal is about to write it. */
    NOT_WRITTEN,
    /** The journal has written some sectors of a block of orders, and not the others. */
    TORN,
    /** The order is forced, and no answer has left. */
    NOT_ANSWERED,
    /** Half of the answer is in the outbox. */
    OUTBOX_TORN,
    /** The answer is in the outbox, and was not sent. */
    NOT_SENT,
    /** The process does not end by itself. */
    NOWHERE
}
