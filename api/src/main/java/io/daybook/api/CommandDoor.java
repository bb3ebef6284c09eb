package io.daybook.api;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The fast door: each method claims the next slot of the ring and returns a writer over it; {@code publish()} hands the
 * slot over. Allocates nothing, except a little when a thread first uses a door.
 *
 * <p>Publish a claimed slot soon: everything after it waits. Compute first, then claim. If an exception is possible in
 * between, claim in try-with-resources, or pass a function that fills the slot: both hand over an unpublished slot as
 * void. A void slot takes no number and has no result. Claiming again before publishing also hands over the unpublished
 * slot as void. A slot that stays claimed and unpublished for a second is logged with the thread that claimed it, and
 * counted in {@link ExchangeMetrics#stalledClaims()}.
 *
 * <p>One thread uses a door from claim to publish. After the publish another thread may take over, if the first has
 * handed the door to it safely (by a queue, a lock or a volatile field). While a claim is open, a claim or publish by
 * another thread throws {@link IllegalStateException}. A race of two threads for a door is not always detected, but
 * loses no slot: give each thread a door of its own. The next claim through a door gives up the slot that an ended
 * thread left claimed.
 *
 * <p>The {@code try…} forms return {@code null} instead of waiting when the ring is full, or when a query is about to
 * take the last room. All methods throw {@link ExchangeClosedException} when the exchange is not running, and
 * {@link NoSpaceException} while the disk has no room for the next segment of the journal.
 *
 * <p>The forms that take a function claim a slot, let the function fill it, and publish it. The function must not
 * publish or abandon, and must not claim through the same door. Its exception is passed on, and nothing is sent. A
 * function that captures nothing allocates nothing.
 */
public interface CommandDoor {

    /** Claims a slot for a new order, waiting while the ring is full. */
    PlaceOrderWriter place();

    /** Does what {@link #place()} does, without waiting. */
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

    /** Does what {@link #move()} does, without waiting. */
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

    /** Does what {@link #reduce()} does, without waiting. */
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

    /** Does what {@link #cancel()} does, without waiting. */
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

    /** Does what {@link #replace()} does, without waiting. */
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

    /** Does what {@link #massCancel()} does, without waiting. */
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

    /** Does what {@link #tick()} does, without waiting. */
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

    /** Does what {@link #nop()} does, without waiting. */
    @Nullable
    NopWriter tryNop();

    /** Sends a command that changes nothing; a function sets its cookie and tag. */
    default void nop(final Consumer<? super NopWriter> fill) {
        try (NopWriter nop = nop()) {
            fill.accept(nop);
            nop.publish();
        }
    }

    /** Claims a slot for a deposit or withdrawal. */
    AdjustBalanceWriter adjust();

    /** Does what {@link #adjust()} does, without waiting. */
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

    /** Does what {@link #batch(int)} does, without waiting. */
    @Nullable
    CommandBatch tryBatch(int commands);
}
