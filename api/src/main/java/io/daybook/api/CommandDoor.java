package io.daybook.api;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The fast door: each method claims the next slot of the ring and gives a writer over it; {@code publish()} hands the
 * slot over. Allocates nothing, except a little when a thread first uses a door.
 *
 * <p>Publish a claimed slot soon: everything behind it waits. Compute first, then claim. Where an exception is possible
 * in between, claim in try-with-resources, or pass a function that fills the slot: both hand over an unpublished slot
 * as void. A void slot takes no number and has no result. Claiming again before publishing does the same. A slot that
 * stays claimed and unpublished for a second is logged with the thread that claimed it, and counted in
 * {@link ExchangeMetrics#stalledClaims()}.
 *
 * <p>One thread uses a door from claim to publish; between these another may take over, if the first has handed the
 * door to it safely (by a queue, a lock or a volatile field). While a claim is open, a claim or publish by another
 * thread throws {@link IllegalStateException}. A race of two threads for a door is not always detected, but loses no
 * slot: give each thread a door of its own. The next claim through a door gives up what an ended thread left claimed.
 *
 * <p>The {@code try…} forms answer {@code null} instead of waiting when the ring is full, or when a query is about to
 * take the room that is left. All of them throw {@link ExchangeClosedException} when the exchange is not running, and
 * {@link NoSpaceException} while the disk has no room for the next segment of the journal.
 *
 * <p>The forms that take a function claim a slot, let the function fill it, and publish it. The function must not
 * publish or abandon, nor claim by the same door. What it throws is passed on, and nothing is sent. One that captures
 * nothing allocates nothing.
 */
public interface CommandDoor {

    /** Claims a slot for a new order, waiting while the ring is full. */
    PlaceOrderWriter place();

    /** The same without waiting. */
    @Nullable
    PlaceOrderWriter tryPlace();

    /** Sends a new order that a function fills in. */
    default void place(final Consumer<? super PlaceOrderWriter> fill) {
        try (PlaceOrderWriter order = place()) {
            fill.accept(order);
            order.publish();
        }
    }

    /** Claims a slot for a move. */
    MoveOrderWriter move();

    /** The same without waiting. */
    @Nullable
    MoveOrderWriter tryMove();

    /** Sends a move that a function fills in. */
    default void move(final Consumer<? super MoveOrderWriter> fill) {
        try (MoveOrderWriter order = move()) {
            fill.accept(order);
            order.publish();
        }
    }

    /** Claims a slot for a reduction. */
    ReduceOrderWriter reduce();

    /** The same without waiting. */
    @Nullable
    ReduceOrderWriter tryReduce();

    /** Sends a reduction that a function fills in. */
    default void reduce(final Consumer<? super ReduceOrderWriter> fill) {
        try (ReduceOrderWriter order = reduce()) {
            fill.accept(order);
            order.publish();
        }
    }

    /** Claims a slot for a cancel. */
    CancelOrderWriter cancel();

    /** The same without waiting. */
    @Nullable
    CancelOrderWriter tryCancel();

    /** Sends a cancel that a function fills in. */
    default void cancel(final Consumer<? super CancelOrderWriter> fill) {
        try (CancelOrderWriter order = cancel()) {
            fill.accept(order);
            order.publish();
        }
    }

    /** Claims a slot for a replacement. */
    ReplaceOrderWriter replace();

    /** The same without waiting. */
    @Nullable
    ReplaceOrderWriter tryReplace();

    /** Sends a replacement that a function fills in. */
    default void replace(final Consumer<? super ReplaceOrderWriter> fill) {
        try (ReplaceOrderWriter order = replace()) {
            fill.accept(order);
            order.publish();
        }
    }

    /** Claims a slot for a cancel of many orders. */
    MassCancelWriter massCancel();

    /** The same without waiting. */
    @Nullable
    MassCancelWriter tryMassCancel();

    /** Sends a cancel of many orders that a function fills in. */
    default void massCancel(final Consumer<? super MassCancelWriter> fill) {
        try (MassCancelWriter cancel = massCancel()) {
            fill.accept(cancel);
            cancel.publish();
        }
    }

    /** Claims a slot for a tick. */
    TickWriter tick();

    /** The same without waiting. */
    @Nullable
    TickWriter tryTick();

    /** Sends a tick that a function fills in. */
    default void tick(final Consumer<? super TickWriter> fill) {
        try (TickWriter tick = tick()) {
            fill.accept(tick);
            tick.publish();
        }
    }

    /** Claims a slot for a command that changes nothing. */
    NopWriter nop();

    /** The same without waiting. */
    @Nullable
    NopWriter tryNop();

    /** Sends a command that changes nothing, with what a function gives it. */
    default void nop(final Consumer<? super NopWriter> fill) {
        try (NopWriter nop = nop()) {
            fill.accept(nop);
            nop.publish();
        }
    }

    /** Claims a slot for a deposit or withdrawal. */
    AdjustBalanceWriter adjust();

    /** The same without waiting. */
    @Nullable
    AdjustBalanceWriter tryAdjust();

    /** Sends a deposit or withdrawal that a function fills in. */
    default void adjust(final Consumer<? super AdjustBalanceWriter> fill) {
        try (AdjustBalanceWriter adjustment = adjust()) {
            fill.accept(adjustment);
            adjustment.publish();
        }
    }

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
