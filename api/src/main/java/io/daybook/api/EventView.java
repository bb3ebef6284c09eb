package io.daybook.api;

/**
 * One event as listeners see it: a flyweight, valid during the call only. Fields that a kind does not have are 0; see
 * {@link OrderEvent} for their meaning.
 */
public interface EventView {

    /** What happened; see {@link EventKind#code()}. */
    int kindCode();

    /** Counts trades of the symbol from 1. */
    long tradeId();

    /** The order that came, was moved, reduced or rejected. */
    long takerOrderId();

    /** Its owner. */
    long takerUid();

    /** Its side; see {@link Side#code()}. */
    int takerSideCode();

    /** The order that rested. */
    long makerOrderId();

    /** Its owner. */
    long makerUid();

    /** Ticks. */
    long price();

    /** Lots traded, taken off or rejected. */
    long size();

    /** Lots that the maker still has. */
    long makerRemaining();

    /** Lots that the taker, or the reduced order, still has. */
    long takerRemaining();

    /** Quote minor units. */
    long takerFee();

    /** Quote minor units. */
    long makerFee();

    /** What happened. */
    default EventKind kind() {
        return EventKind.of(kindCode());
    }
}
