package io.daybook.api;

import org.jspecify.annotations.Nullable;

/**
 * One event as listeners see it: a flyweight, valid during the call only. Fields that a kind does not have are 0; see
 * {@link OrderEvent} for their meaning.
 */
public interface EventView {

    /** The kind of the event; see {@link EventKind#code()}. */
    int kindCode();

    /** The number of the trade among those of the symbol, from 1. */
    long tradeId();

    /**
     * The order that entered, was moved, reduced or rejected: that of the command, or of the last ACT before the event.
     */
    long takerOrderId();

    /** The owner of that order. */
    long takerUid();

    /** The side of that order; see {@link Side#code()}. */
    int takerSideCode();

    /** The order that rested; for a CANCEL, REPLACE, REFRESH or REPRICE, the order that changed. */
    long makerOrderId();

    /** The owner of that order. */
    long makerUid();

    /** The symbol of the event's order: the command's symbol, if the command names one. */
    int symbol();

    /** The price in ticks. */
    long price();

    /**
     * Lots traded, taken off or rejected; for an ACT, the lots of its order before the act; for a REFRESH, the lots
     * that are shown.
     */
    long size();

    /** Lots that the maker, or the order of a CANCEL or REPLACE, still has. */
    long makerRemaining();

    /** Lots that the taker, or the reduced order, still has; for an ACT, the lots of its order after the act. */
    long takerRemaining();

    /** For an ACT, the part of {@link #takerRemaining} that books show after the act. */
    long shown();

    /** The fee of the taker, in quote minor units. */
    long takerFee();

    /** The fee of the maker, in quote minor units. */
    long makerFee();

    /**
     * For an ACT, why its order entered the book, see {@link ActCause#code()}; for a CANCEL, why the lots were taken
     * off, see {@link CancelReason#code()}.
     */
    int causeCode();

    /** For a CANCEL, REPLACE, REFRESH or REPRICE, the side of the order; see {@link Side#code()}. */
    int orderSideCode();

    /** For a REPLACE, the new id of the order. */
    long newOrderId();

    /** For a REPLACE, whether the order keeps its place. */
    boolean isKept();

    /** For an ACT, the type with which its order entered; see {@link OrderType#code()}. */
    int orderTypeCode();

    /** The kind of the event. */
    default EventKind kind() {
        return EventKind.of(kindCode());
    }

    /** For an ACT, why its order entered the book; else null. */
    default @Nullable ActCause cause() {
        return kindCode() == EventKind.ACT.code() && ActCause.isKnown(causeCode()) ? ActCause.of(causeCode()) : null;
    }

    /** For an ACT, the type with which its order entered; else null. */
    default @Nullable OrderType orderType() {
        return OrderType.isKnown(orderTypeCode()) ? OrderType.of(orderTypeCode()) : null;
    }
}
