package io.daybook.model;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The acts of other orders that a command causes: exits get their lots, triggers fire, trailing orders follow the
 * price.
 */
final class Cascade {
    private final Budgets budgets;
    private final Entry entry;

    Cascade(final Budgets budgets, final Entry entry) {
        this.budgets = budgets;
        this.entry = entry;
    }

    /**
     * Continues the acts that an earlier command left over, if there are any.
     *
     * @param already the number of events that this budget does not count
     */
    void goOn(final Market market, final List<Event> events, final int already) {
        if (market.hasBacklog()) {
            follow(market, events, already);
        }
    }

    /** Carries out further acts after an act, while exits wait or triggers are due, and the budget lasts. */
    void follow(final Market market, final List<Event> events, final int already) {
        market.endAct();
        for (int acts = 0; acts < budgets.acts() && events.size() - already < budgets.events(); acts++) {
            final @Nullable Order due = market.triggers().nextDue();
            if (!market.waiting().isEmpty()) {
                enterExit(market, market.waiting().get(0), events);
            } else if (due != null) {
                fire(market, due, events);
            } else {
                break;
            }
            market.endAct();
        }
        if (!market.hasBacklog()) {
            market.triggers().emptyRange();
            market.triggers().follow(market.lastPrice());
        }
    }

    /** Runs {@code deed} as an act of an order, with an {@code ACT} event before the events of the deed. */
    static void act(
            final Event.Cause cause,
            final Order order,
            final List<Event> events,
            final BiConsumer<Order, List<Event>> deed) {
        final int first = events.size();
        final Event.Act before = act(cause, order);
        events.add(before);
        deed.accept(order, events);
        events.set(
                first,
                new Event.Act(
                        cause,
                        before.orderId(),
                        before.uid(),
                        before.side(),
                        before.type(),
                        before.price(),
                        before.size(),
                        order.remaining));
    }

    private static Event.Act act(final Event.Cause cause, final Order order) {
        return new Event.Act(
                cause,
                order.orderId,
                order.uid(),
                order.side(),
                order.type,
                order.price,
                order.remaining,
                order.remaining);
    }

    /** Enters an exit into the book with all the lots that it has, as if the order were new. */
    private void enterExit(final Market market, final Order exit, final List<Event> events) {
        final Bracket bracket = exit.bracket;
        if (bracket == null) {
            throw new IllegalStateException("lots wait for an order that is not an exit");
        }
        market.leave(exit);
        market.triggers().disarm(exit);
        market.waiting().remove(exit);
        exit.waiting = 0;
        bracket.dressExit();
        act(Event.Cause.EXIT, exit, events, (order, all) -> {
            if (order.terms.trigger() != 0) {
                market.triggers().arm(order);
            }
            if (!order.terms.startsDormant()) {
                entry.enterFirst(market, order, all);
            }
        });
    }

    private void fire(final Market market, final Order order, final List<Event> events) {
        final boolean first = !order.rests;
        market.leave(order);
        market.triggers().disarm(order);
        if (order.terms.isOco()) {
            order.type = OrderType.IOC;
            order.price = order.terms.stopPrice();
        }
        order.terms = order.terms.fired();
        act(Event.Cause.TRIGGER, order, events, (fired, all) -> {
            if (first) {
                entry.enterFirst(market, fired, all);
            } else {
                entry.enterAgain(market, fired, all);
            }
        });
    }
}
