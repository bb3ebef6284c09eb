package io.daybook.model;

import java.util.List;

/** Replaces an order by one with another price, size or id. */
final class Replacing {
    private final Settlement settlement;
    private final Entry entry;

    Replacing(final Settlement settlement, final Entry entry) {
        this.settlement = settlement;
        this.entry = entry;
    }

    /** The order that a replacement would make. Nothing is changed, and the remaining lots may be 0 or less. */
    static Order replaced(final Order old, final Command.Replace replace) {
        final Terms before = old.terms;
        final Terms terms = before.afterFirstEntry()
                .withTrigger(
                        replace.trigger() == 0 ? before.trigger() : replace.trigger(),
                        replace.stopPrice() == 0 ? before.stopPrice() : replace.stopPrice());
        final Order order = new Order(
                replace.newOrderId() == 0 ? old.orderId : replace.newOrderId(),
                old.uid(),
                old.spec(),
                old.side(),
                old.type,
                replace.price(),
                terms);
        order.size = replace.size();
        order.remaining = replace.size() - (old.size - old.remaining);
        order.reservePrice = Order.reservePriceOf(
                old.side(), old.spec(), replace.reservePrice(), replace.price(), terms.stopPrice());
        return order;
    }

    /** Whether an order keeps its queue position: a resting order in its level, a dormant one at its trigger. */
    static boolean keepsPlace(final Order old, final Command.Replace replace) {
        if (!old.rests) {
            return replace.trigger() == 0 || replace.trigger() == old.terms.trigger();
        }
        return replace.price() == old.price && replace.size() <= old.size;
    }

    /** Carries out a checked replacement; returns whether the order entered the book. */
    boolean replace(final Market market, final Order order, final Command.Replace replace, final List<Event> events) {
        final Order wanted = replaced(order, replace);
        if (wanted.remaining <= 0) {
            final long lots = order.remaining;
            settlement.takeOff(market, order, lots);
            events.add(new Event.Reduce(order.orderId, order.side(), lots, 0, order.price));
            return false;
        }
        final boolean kept = keepsPlace(order, replace);
        final boolean enters = order.rests && !kept;
        if (enters) {
            market.leave(order);
        }
        final boolean rearms = order.armed && order.terms.trigger() != wanted.terms.trigger();
        if (rearms) {
            market.triggers().disarm(order);
        }
        order.price = wanted.price;
        order.size = wanted.size;
        order.terms = wanted.terms;
        settlement.change(market, order, wanted.remaining, wanted.reservePrice);
        if (rearms) {
            market.triggers().arm(order);
        }
        market.rename(order, wanted.orderId);
        if (order.isExit() && order.bracket != null) {
            order.bracket.followExit();
        }
        events.add(
                new Event.Replace(replace.orderId(), order.orderId, order.side(), order.price, order.remaining, kept));
        if (enters) {
            entry.enterAgain(market, order, events);
        }
        return enters;
    }
}
