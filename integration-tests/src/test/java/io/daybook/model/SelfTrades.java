package io.daybook.model;

import java.util.List;

/** The rules for an order that meets another of the same owner. */
final class SelfTrades {
    private final Settlement settlement;

    SelfTrades(final Settlement settlement) {
        this.settlement = settlement;
    }

    /** Sets the mode of self-trade prevention, and the group, of a new order. */
    static void apply(final Order order, final User user) {
        final StpMode asked = order.terms.stp();
        order.stpGroup = user.stpGroup;
        order.stpMode = asked != null ? asked : defaultFor(order, user.stpMode);
    }

    private static StpMode defaultFor(final Order order, final StpMode ofUser) {
        final boolean fits = order.type.isBudget()
                ? ofUser == StpMode.NONE
                : ofUser != StpMode.DECREMENT || order.type != OrderType.FOK && order.terms.minSize() == 0;
        return fits ? ofUser : StpMode.CANCEL_TAKER;
    }

    static boolean isOwn(final Order one, final Order other) {
        return one.uid() == other.uid() || one.stpGroup >= 1 && one.stpGroup == other.stpGroup;
    }

    /** Whether the taker's mode keeps it from trading with this maker. */
    static boolean forbids(final Order taker, final Order maker) {
        return taker.stpMode != StpMode.NONE && isOwn(taker, maker);
    }

    /** Applies the taker's mode; returns whether it ends the taker. */
    boolean prevent(final Market market, final Order taker, final Order maker, final List<Event> events) {
        switch (taker.stpMode) {
            case CANCEL_TAKER:
                return true;
            case CANCEL_MAKER:
                cancel(market, maker, events);
                return false;
            case CANCEL_BOTH:
                cancel(market, maker, events);
                return true;
            case DECREMENT:
                final long lots = Math.min(taker.lotsHere(), maker.remaining);
                takeOff(market, maker, lots, events);
                takeOff(market, taker, lots, events);
                return false;
            default:
                throw new IllegalStateException("this mode prevents no trade: " + taker.stpMode);
        }
    }

    private void cancel(final Market market, final Order maker, final List<Event> events) {
        events.add(cancelOf(maker, maker.remaining, 0));
        settlement.cancel(market, maker);
    }

    private void takeOff(final Market market, final Order order, final long lots, final List<Event> events) {
        events.add(cancelOf(order, lots, order.remaining - lots));
        settlement.takeOff(market, order, lots);
    }

    private static Event cancelOf(final Order order, final long lots, final long remaining) {
        return new Event.Cancel(
                order.orderId, order.uid(), order.side(), order.price, lots, remaining, Event.Reason.STP);
    }
}
