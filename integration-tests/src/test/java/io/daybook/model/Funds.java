package io.daybook.model;

import static io.daybook.model.Exact.fits;
import static io.daybook.model.ResultCode.*;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Checks whether a user can pay for an order, or for the growth of a replaced order. */
final class Funds {
    private final State state;

    Funds(final State state) {
        this.state = state;
    }

    /**
     * The reason why the user cannot pay for an order; SUCCESS if the user can.
     *
     * @param order the order as it is to be, not yet accepted
     * @param old the order that it replaces; null for none
     */
    ResultCode check(final Market market, final User user, final Order order, final @Nullable Order old) {
        return market.spec().isPair() ? checkPair(user, order, old) : checkFuture(market, user, order, old);
    }

    private boolean hasAsManyOrdersAsOneMay(final User user, final Order order, final @Nullable Order old) {
        long orders = old != null ? 0 : order.terms.exit() == null ? 1 : 2;
        for (final Market market : state.markets.values()) {
            orders += market.liveOf(user.uid());
        }
        return orders > user.maxOpenOrders;
    }

    private ResultCode checkPair(final User user, final Order order, final @Nullable Order old) {
        final BigInteger hold = order.requiredHold();
        final BigInteger more = old == null ? hold : hold.subtract(old.held);
        if (old != null && more.signum() <= 0) {
            return SUCCESS;
        }
        if (!fits(hold)) {
            return RISK_AMOUNT_OVERFLOW;
        }
        if (hasAsManyOrdersAsOneMay(user, order, old)) {
            return RISK_OPEN_ORDERS_LIMIT;
        }
        return more.compareTo(user.available(order.holdCurrency())) <= 0 ? SUCCESS : RISK_NSF;
    }

    private ResultCode checkFuture(final Market market, final User user, final Order order, final @Nullable Order old) {
        final int currency = market.spec().quote();
        final Account account = user.account(currency);
        final Position position = user.positionOrEmpty(market);
        final long lots = old == null ? order.remaining : order.remaining - old.remaining;
        if (old != null && lots <= 0) {
            return SUCCESS;
        }
        final BigInteger feeHold = order.requiredHold();
        final BigInteger heldAfter = account.held().add(feeHold).subtract(old == null ? BigInteger.ZERO : old.held);
        if (!fits(feeHold) || !fits(heldAfter)) {
            return RISK_AMOUNT_OVERFLOW;
        }
        final boolean closes = lots + position.pending(order.side()) <= position.closable(order.side());
        final BigInteger ownMargin = position.requiredMarginWith(order.side(), lots);
        if (!closes) {
            final long exposed = lots * (order.terms.exit() == null ? 1 : 2);
            final BigInteger exposure = account.balance().abs().add(exposure(user, market, position, exposed));
            if (exposure.compareTo(Exact.MAX_TOTAL) > 0 || !fits(ownMargin)) {
                return RISK_AMOUNT_OVERFLOW;
            }
        }
        if (hasAsManyOrdersAsOneMay(user, order, old)) {
            return RISK_OPEN_ORDERS_LIMIT;
        }
        if (closes) {
            return SUCCESS;
        }
        BigInteger margins = ownMargin;
        for (final Position other : user.positionsIn(currency)) {
            if (other.spec().symbol() != market.spec().symbol()) {
                margins = margins.add(other.requiredMargin());
            }
        }
        final boolean feePaid = heldAfter.compareTo(account.balance()) <= 0;
        final boolean marginPaid = margins.add(heldAfter).compareTo(user.equity(currency)) <= 0;
        return feePaid && marginPaid ? SUCCESS : RISK_NSF;
    }

    /**
     * The most that the user's positions in the currency can be worth if {@code lots} more lots are traded in this
     * market. The lots of entries count twice, because their exits may trade too.
     */
    private BigInteger exposure(final User user, final Market market, final Position position, final long lots) {
        BigInteger exposure = position.exposureWith(lots + market.lotsOfEntries(user.uid()));
        for (final Position other : user.positionsIn(market.spec().quote())) {
            if (other.spec().symbol() != market.spec().symbol()) {
                final Market itsMarket = state.markets.get(other.spec().symbol());
                exposure = exposure.add(other.exposureWith(itsMarket.lotsOfEntries(user.uid())));
            }
        }
        return exposure;
    }
}
