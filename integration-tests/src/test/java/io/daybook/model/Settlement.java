package io.daybook.model;

import java.math.BigInteger;
import java.util.List;

/** The effects of holds, trades and removed lots on accounts and positions, and on orders that end by them. */
final class Settlement {
    private final State state;

    Settlement(final State state) {
        this.state = state;
    }

    /** Makes a checked order live, with its exit, and reserves the funds that it needs. */
    void accept(final Market market, final Order order) {
        market.admit(order);
        final Terms.Exit exit = order.terms.exit();
        if (exit != null) {
            order.bracket = new Bracket(order, exit);
            market.admit(order.bracket.exit);
        }
        holdAsRequired(order);
        addPending(market, order, order.remaining);
    }

    /** Gives a live order another number of lots and another reserve price. */
    void change(final Market market, final Order order, final long remaining, final long reservePrice) {
        final long more = remaining - order.remaining;
        if (more < 0) {
            order.shrink(-more);
        } else {
            order.remaining = remaining;
        }
        order.reservePrice = reservePrice;
        holdAsRequired(order);
        addPending(market, order, more);
    }

    /** Takes lots off an order. */
    void takeOff(final Market market, final Order order, final long size) {
        order.shrink(size);
        holdAsRequired(order);
        addPending(market, order, -size);
        endWhatIsDone(market, order);
    }

    /** Takes lots off an order that is entering the book; lots that wait stay. */
    void takeOffHere(final Market market, final Order order, final long size) {
        order.remaining -= size;
        order.shown = 0;
        holdAsRequired(order);
        addPending(market, order, -size);
        endWhatIsDone(market, order);
    }

    /** Takes off all lots of an order; if it is an exit, the bracket ends as well. */
    void cancel(final Market market, final Order order) {
        addPending(market, order, -order.fresh);
        order.fresh = 0;
        market.receiving().remove(order);
        takeOff(market, order, order.remaining);
        final Bracket bracket = order.bracket;
        if (order.isExit() && bracket != null && bracket.entryLives) {
            market.forget(order);
            bracket.entry.bracket = null;
            bracket.entry.terms = bracket.entry.terms.withoutExit();
            holdAsRequired(bracket.entry);
        }
    }

    /** Carries out one trade at the price of the maker, and settles it for the taker first. */
    void trade(final Market market, final Order taker, final Order maker, final long size, final List<Event> events) {
        final Spec spec = market.spec();
        final long price = maker.price;
        final BigInteger takerFee = spec.fee(size, price, spec.takerFee());
        final BigInteger makerFee = spec.fee(size, price, spec.makerFee());
        final long tradeId = market.nextTrade(price);
        maker.shown = Math.max(0, maker.shown - size);
        settle(market, taker, size, price, takerFee);
        settle(market, maker, size, price, makerFee);
        events.add(new Event.Trade(
                tradeId,
                taker.orderId(),
                taker.uid(),
                taker.side(),
                maker.orderId(),
                maker.uid(),
                price,
                size,
                maker.remaining,
                taker.remaining,
                Exact.kept(takerFee).longValueExact(),
                Exact.kept(makerFee).longValueExact()));
        endWhatIsDone(market, maker);
        if (maker.rests && maker.shown == 0 && !maker.terms.isHidden()) {
            market.leave(maker);
            market.rest(maker);
            events.add(new Event.Refresh(maker.orderId, maker.side(), maker.price, maker.shown));
        }
    }

    private void settle(
            final Market market, final Order order, final long size, final long price, final BigInteger fee) {
        final Spec spec = market.spec();
        final User user = user(order);
        final Account quote = user.account(spec.quote());
        order.remaining -= size;
        holdAsRequired(order);
        if (spec.isPair()) {
            final Account base = user.account(spec.base());
            final BigInteger notional = spec.notional(size, price);
            if (order.side() == Side.BID) {
                quote.add(notional.add(fee).negate());
                base.add(spec.baseOf(size));
            } else {
                base.add(spec.baseOf(size).negate());
                quote.add(notional.subtract(fee));
            }
        } else {
            final Position position = user.openPosition(market);
            quote.add(position.trade(order.side(), size, price).subtract(fee));
            addPending(market, order, -size);
        }
        if (order.isEntry() && order.bracket != null) {
            giveTo(market, order.bracket.exit, size);
        }
        state.fees.put(spec.quote(), Exact.kept(state.feesOf(spec.quote()).add(fee)));
    }

    /** Reserves funds for the lots that an exit gets from its entry. */
    private void giveTo(final Market market, final Order exit, final long size) {
        if (exit.fresh == 0) {
            market.receiving().add(exit);
        }
        exit.fresh += size;
        holdAsRequired(exit);
        addPending(market, exit, size);
    }

    /** Removes an order from each list in which it has no lots left, and ends the order if it has none at all. */
    void endWhatIsDone(final Market market, final Order order) {
        if (order.waiting == 0) {
            market.waiting().remove(order);
        }
        if (order.lotsHere() == 0) {
            market.leave(order);
            market.triggers().disarm(order);
        }
        if (order.remaining == 0 && market.live().get(order.orderId) == order) {
            end(market, order);
        }
    }

    private void end(final Market market, final Order order) {
        hold(order, order.fresh == 0 ? BigInteger.ZERO : order.requiredHold());
        final Bracket bracket = order.bracket;
        if (bracket == null) {
            market.forget(order);
        } else if (order == bracket.entry) {
            market.forget(order);
            bracket.entryLives = false;
            if (bracket.exit.remaining + bracket.exit.fresh == 0) {
                market.forget(bracket.exit);
            }
        } else if (bracket.entryLives || order.fresh > 0) {
            order.size = 0;
            bracket.dressExit();
        } else {
            market.forget(order);
        }
    }

    private void addPending(final Market market, final Order order, final long lots) {
        if (!market.spec().isPair()) {
            final Position position = user(order).openPosition(market);
            position.addPending(order.side(), lots);
            user(order).forgetIfEmpty(position);
        }
    }

    private void holdAsRequired(final Order order) {
        hold(order, order.requiredHold());
    }

    private void hold(final Order order, final BigInteger required) {
        user(order).account(order.holdCurrency()).hold(required.subtract(order.held));
        order.held = required;
    }

    private User user(final Order order) {
        return state.users.get(order.uid());
    }
}
