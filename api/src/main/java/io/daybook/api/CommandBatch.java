package io.daybook.api;

/**
 * Several claimed slots, filled one after the other and handed over together by {@link #publish()}. The
 * {@code publish()} of a writer ends only the command of that writer. Slots that were not filled are void.
 *
 * <p>One writer of a batch is open at a time: opening the next writer drops an unpublished one, whose {@code publish()}
 * then throws. A {@code publish()} of a writer that finds side or type missing gives up the whole batch: all its slots
 * are handed over as void.
 *
 * <p>Used by the thread that claimed. If an exception is possible before {@link #publish()}, claim in
 * try-with-resources.
 */
public interface CommandBatch extends AutoCloseable {

    /** How many slots are left to fill; 0 once the batch is published or given up. */
    int remaining();

    /**
     * The next slot, for a new order.
     *
     * @throws IllegalStateException if all slots are filled, the batch was published before or given up, or another
     *     thread claimed it
     */
    PlaceOrderWriter place();

    /** The next slot, for a move. */
    MoveOrderWriter move();

    /** The next slot, for a reduction. */
    ReduceOrderWriter reduce();

    /** The next slot, for a cancel. */
    CancelOrderWriter cancel();

    /** The next slot, for a replacement. */
    ReplaceOrderWriter replace();

    /** The next slot, for a cancel of many orders. */
    MassCancelWriter massCancel();

    /** The next slot, for a tick. */
    TickWriter tick();

    /** The next slot, for a command that changes nothing. */
    NopWriter nop();

    /** The next slot, for a deposit or withdrawal. */
    AdjustBalanceWriter adjust();

    /**
     * Hands all slots over.
     *
     * @throws IllegalStateException if the batch was published before or given up, or if another thread claimed it
     * @throws ExchangeClosedException when the exchange closed or failed meanwhile; the outcome is unknown
     */
    void publish();

    /**
     * Hands all slots over as void, even filled ones. Does nothing if the batch was published or given up before.
     *
     * @throws IllegalStateException when another thread claimed it: the claim stays open
     */
    void abandon();

    /** Does what {@link #abandon()} does, so that try-with-resources hands over what an exception left unpublished. */
    @Override
    default void close() {
        abandon();
    }
}
