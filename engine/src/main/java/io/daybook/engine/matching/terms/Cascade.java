package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.ActCause;
import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;

/**
 * The consequences of acts: exits whose entries have traded, and orders whose triggers were met, act one after the
 * other, within the limit of a command. The remaining acts stay in the state, and a later command continues them.
 */
final class Cascade {
    private static final int BID = Side.BID.code();

    private final SpecialBook special;
    private final SpecialMatcher matcher;
    private final OrderSlab orders;

    Cascade(final SpecialBook special, final SpecialMatcher matcher) {
        this.special = special;
        this.matcher = matcher;
        this.orders = special.orders;
    }

    /** Continues the work that an earlier command left, if any. */
    void goOn(final int firstEvent) {
        if (special.hasBacklog()) {
            run(firstEvent);
        }
    }

    /**
     * Continues after an act until no exit waits and no trigger is due, or until the limit of acts or of events is
     * reached. If no acts are left, the trailing orders follow the last price.
     *
     * @param firstEvent how many events the command had when this budget began
     */
    void run(final int firstEvent) {
        int acts = 0;
        while (special.hasBacklog()) {
            if (acts == Limits.MAX_ACTS || special.events().count() - firstEvent >= Limits.MAX_EVENTS_TO_ACT) {
                return;
            }
            acts++;
            final int exit = special.brackets.nextWaiting();
            if (exit != NO_ORDER) {
                enterExit(exit);
            } else {
                fire(special.triggers.nextDue());
            }
        }
        special.triggers.settle(
                special.book.lastPrice(),
                special.book.spec().minPrice(),
                special.book.spec().maxPrice());
    }

    /** Enters all lots of an exit: new lots, and lots that it takes out of the book first. */
    private void enterExit(final int exit) {
        final int handle = orders.terms(exit);
        final long price = special.terms.get(handle, Term.EXIT_PRICE.code());
        final boolean isDormant = price == 0;
        final long lots = special.gather(exit);
        special.brackets.arm(exit, isDormant);
        if (isDormant) {
            final long stop = special.terms.get(handle, Term.EXIT_STOP_PRICE.code());
            act(exit, ActCause.EXIT, OrderType.IOC, stop, 0);
            special.terms.set(handle, TermsSlab.PRICE, stop);
            special.sleep(exit);
            special.events().endAct(lots, lots);
            return;
        }
        act(exit, ActCause.EXIT, OrderType.GTC, price, 0);
        enter(exit, OrderType.GTC, price, false);
    }

    /** Enters an order whose trigger was met: with its own type or, if it rested, at its stop price. */
    private void fire(final int order) {
        final boolean isResting = !special.isDormant(order);
        final long price = isResting ? special.term(order, Term.STOP_PRICE) : special.price(order);
        final OrderType type = isResting ? OrderType.IOC : OrderType.of(orders.type(order));
        special.lift(order, true);
        special.disarm(order);
        act(order, ActCause.TRIGGER, type, price, 0);
        enter(order, type, price, !isResting);
    }

    private void act(final int order, final ActCause cause, final OrderType type, final long price, final long held) {
        final int userIndex = orders.userIndex(order);
        special.events()
                .act(
                        cause.code(),
                        orders.id(order),
                        special.users.uid(userIndex),
                        userIndex,
                        BID + orders.side(order),
                        type.code(),
                        price,
                        orders.reserve(order),
                        orders.size(order),
                        held,
                        special.total(order));
    }

    /** Carries out an act that has been announced, and ends it with the lots that the order has left. */
    private void enter(final int order, final OrderType type, final long price, final boolean isFirst) {
        final int flags = matcher.enter(order, type, price, isFirst);
        special.events().flagAct(flags);
        special.events().endAct(matcher.left(), matcher.concealed());
    }

    /**
     * Announces the act of the command's own order if other orders acted before.
     *
     * @param held the amount that was reserved for a bid with a budget, else 0
     */
    void actOfCommand(final int order, final OrderType type, final long price, final long held) {
        act(order, ActCause.COMMAND, type, price, held);
    }
}
