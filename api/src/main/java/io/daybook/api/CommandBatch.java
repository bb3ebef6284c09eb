package io.daybook.api;

/**
 * Several claimed slots, filled one after the other and handed over together by {@link #publish()}. A writer's own
 * {@code publish()} ends its command only. Slots that were not filled are void. Used by one thread.
 */
public interface CommandBatch {

    /** How many slots are left to fill. */
    int remaining();

    /**
     * The next slot, for a new order.
     *
     * @throws IllegalStateException when all slots are filled
     */
    PlaceOrderWriter place();

    /** The next slot, for a move. */
    MoveOrderWriter move();

    /** The next slot, for a reduction. */
    ReduceOrderWriter reduce();

    /** The next slot, for a cancel. */
    CancelOrderWriter cancel();

    /** The next slot, for a deposit or withdrawal. */
    AdjustBalanceWriter adjust();

    /** Hands all slots over. */
    void publish();
}
