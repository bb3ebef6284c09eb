package io.daybook.api;

import org.jspecify.annotations.Nullable;

/**
 * The fast door: each method claims the next slot of the ring and gives a writer over it; {@code publish()} hands the slot
 * over. Nothing is allocated. Used by one thread.
 *
 * <p>A claimed slot must be published soon: everybody behind it waits. Claiming again before publishing gives the
 * abandoned slot up as a void one, which takes no number and has no result.
 *
 * <p>The {@code try…} forms answer {@code null} instead of waiting when the ring is full, or when a query is about to take the
 * room that there is. All of them throw {@link ExchangeClosedException} when the exchange is not running, and {@link NoSpaceException}
 * while the disk has no room for the next segment of the journal.
 */
public interface CommandDoor {

    /** Claims a slot for a new order, waiting while the ring is full. */
    PlaceOrderWriter place();

    /** The same without waiting. */
    @Nullable
    PlaceOrderWriter tryPlace();

    /** Claims a slot for a move. */
    MoveOrderWriter move();

    /** The same without waiting. */
    @Nullable
    MoveOrderWriter tryMove();

    /** Claims a slot for a reduction. */
    ReduceOrderWriter reduce();

    /** The same without waiting. */
    @Nullable
    ReduceOrderWriter tryReduce();

    /** Claims a slot for a cancel. */
    CancelOrderWriter cancel();

    /** The same without waiting. */
    @Nullable
    CancelOrderWriter tryCancel();

    /** Claims a slot for a deposit or withdrawal. */
    AdjustBalanceWriter adjust();

    /** The same without waiting. */
    @Nullable
    AdjustBalanceWriter tryAdjust();

    /**
     * Claims {@code commands} slots at once: the cheapest way to send many. They share one stamp.
     *
     * @param commands 1 to the size of the ring
     */
    CommandBatch batch(int commands);

    /** The same without waiting. */
    @Nullable
    CommandBatch tryBatch(int commands);
}
