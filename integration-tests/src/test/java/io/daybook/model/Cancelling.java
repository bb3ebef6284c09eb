package io.daybook.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cancels many orders: those that have expired, and those of a mass cancel. */
final class Cancelling {
    private final State state;
    private final Budgets budgets;
    private final Settlement settlement;

    Cancelling(final State state, final Budgets budgets, final Settlement settlement) {
        this.state = state;
        this.budgets = budgets;
        this.settlement = settlement;
    }

    /**
     * The orders that have expired, in the sequence of their expiry times, and of their acceptance if these are equal.
     */
    static List<Order> expired(final Market market, final long time) {
        if (!market.mayHaveExpired(time)) {
            return List.of();
        }
        return market.withExpiry().stream()
                .filter(order -> order.terms.expireAt() <= time)
                .sorted(Comparator.<Order>comparingLong(order -> order.terms.expireAt())
                        .thenComparingLong(order -> order.acceptance))
                .toList();
    }

    void expire(final Market market, final List<Event> events) {
        for (final Order order : expired(market, state.time)) {
            if (events.size() == budgets.expiries()) {
                return;
            }
            cancel(market, order, Event.Reason.EXPIRED, events);
        }
    }

    /** Cancels as many orders as one command may; returns whether some are left. */
    boolean cancel(final Command.MassCancel mass, final List<Event> events) {
        for (final Market market : state.markets.values()) {
            if (mass.symbol() == 0 || mass.symbol() == market.spec().symbol()) {
                for (final Order order : mass.uid() == 0
                        ? byRank(market)
                        : List.copyOf(market.live().values())) {
                    // The end of an entry may have ended an exit that has no lots.
                    if (market.live().get(order.orderId) != order || !isMeant(order, mass)) {
                        continue;
                    }
                    if (events.size() == budgets.cancels()) {
                        return true;
                    }
                    cancel(market, order, Event.Reason.MASS, events);
                }
            }
        }
        return false;
    }

    private static boolean isMeant(final Order order, final Command.MassCancel mass) {
        final @Nullable Side side = mass.side();
        return (mass.uid() == 0 || mass.uid() == order.uid())
                && (side == null || side == order.side())
                && (!mass.flagged() || order.terms.flagged());
    }

    /** All live orders: bids and asks by queue position, then the orders that are in no level. */
    private static List<Order> byRank(final Market market) {
        final List<Order> orders = new ArrayList<>();
        for (final Side side : Side.values()) {
            for (final long price : market.prices(side)) {
                orders.addAll(market.seenAt(side, price));
                orders.addAll(market.unseenAt(side, price));
            }
        }
        market.live().values().stream().filter(order -> !order.rests).forEach(orders::add);
        return orders;
    }

    private void cancel(final Market market, final Order order, final Event.Reason reason, final List<Event> events) {
        events.add(new Event.Cancel(order.orderId, order.uid(), order.side(), order.price, order.remaining, 0, reason));
        settlement.cancel(market, order);
    }
}
