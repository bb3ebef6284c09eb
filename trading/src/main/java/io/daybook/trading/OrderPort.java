package io.daybook.trading;

import io.daybook.client.OrderType;

/**
 * Sends orders to a venue, live or simulated. Answers come later through {@link OrderAnswers}, never from within a
 * call. A handle is a number from 0 to less than {@link Orders#handles}; it names the order that was placed with it
 * last. Called by the trader's thread; allocates nothing.
 */
public interface OrderPort {
    /** Nothing was sent: there is no connection, or too many requests are unanswered. */
    long NOT_SENT = -1;

    /**
     * Sends a new order.
     *
     * @param side {@link io.daybook.client.book.OrderLevels#BID} or {@link io.daybook.client.book.OrderLevels#ASK}
     * @return the id of the order, at least 1; or {@link #NOT_SENT}
     */
    long place(int handle, int symbol, int side, OrderType type, long price, long size);

    /**
     * Sends another price and size for an order.
     *
     * @param total the new size, including lots that have traded or were removed
     * @return the number of the request, at least 1; or {@link #NOT_SENT}
     */
    long replace(int handle, long price, long total);

    /**
     * Sends the cancel of an order.
     *
     * @return the number of the request, at least 1; or {@link #NOT_SENT}
     */
    long cancel(int handle);

    /** Requests the status of an order from the venue; returns whether an answer will come. */
    boolean status(int handle);
}
