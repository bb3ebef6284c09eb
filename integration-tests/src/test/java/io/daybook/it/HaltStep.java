package io.daybook.it;

/** Where a process of {@link HaltingVenue} ends, in the order of the way of an order. */
enum HaltStep {
    /** The gateway keeps the answer before; the order waits in the socket. */
    NOT_READ,
    /** The ring is full of orders that the journal does not have; others are read and wait, or are not read. */
    NOT_PUBLISHED,
    /** It is published, and the journal is about to write it. */
    NOT_WRITTEN,
    /** The journal has written some sectors of a block of orders, and not the others. */
    TORN,
    /** It is forced, and nobody knows. */
    NOT_ANSWERED,
    /** Half of the answer is in the outbox. */
    OUTBOX_TORN,
    /** The answer is in the outbox, and was not sent. */
    NOT_SENT,
    /** Nowhere by itself. */
    NOWHERE
}
