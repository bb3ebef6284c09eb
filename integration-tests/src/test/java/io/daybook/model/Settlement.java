package io.daybook.model;

import java.math.BigInteger;
import java.util.List;

/** What holds, trades and take-offs do to the accounts and positions. */
final class Settlement {
    private final State state;

    Settlement(final State state) {
        this.state = state;
    }

    /** Reserves what a checked order needs. */
    void accept(final Market market, final Order order) {
        holdAsRequired(order, order.requiredHold());
        if (!market.spec().isPair()) {
            user(order).openPosition(market).addPending(order.side(), order.remaining);
        }
    }

    /** Takes lots off an order that is on the book, or that ends here; then nothing of it stays reserved. */
    void takeOff(final Market market, final Order order, final long size) {
        order.remaining -= size;
        holdAsRequired(order, order.remaining == 0 ? BigInteger.ZERO : order.requiredHold());
        if (!market.spec().isPair()) {
            final Position position = user(order).openPosition(market);
            position.addPending(order.side(), -size);
            user(order).forgetIfEmpty(position);
        }
    }

    /** One trade at the maker's price, settled for the taker first. */
    void trade(final Market market, final Order taker, final Order maker, final long size, final List<Event> events) {
        final Spec spec = market.spec();
        final long price = maker.price;
        final BigInteger takerFee = spec.fee(size, price, spec.takerFee());
        final BigInteger makerFee = spec.fee(size, price, spec.makerFee());
        final long tradeId = market.nextTrade(price);
        settle(market, taker, size, price, takerFee);
        settle(market, maker, size, price, makerFee);
        if (maker.remaining == 0) {
            market.remove(maker);
        }
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
    }

    private void settle(
            final Market market, final Order order, final long size, final long price, final BigInteger fee) {
        final Spec spec = market.spec();
        final User user = user(order);
        final Account quote = user.account(spec.quote());
        order.remaining -= size;
        holdAsRequired(order, order.requiredHold());
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
            position.addPending(order.side(), -size);
            quote.add(position.trade(order.side(), size, price).subtract(fee));
            user.forgetIfEmpty(position);
        }
        state.fees.put(spec.quote(), Exact.kept(state.feesOf(spec.quote()).add(fee)));
    }

    private void holdAsRequired(final Order order, final BigInteger required) {
        user(order).account(order.holdCurrency()).hold(required.subtract(order.held));
        order.held = required;
    }

    private User user(final Order order) {
        return state.users.get(order.uid());
    }
}
