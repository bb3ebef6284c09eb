package io.daybook.model;

import static io.daybook.model.Exact.fits;
import static io.daybook.model.Exact.product;
import static io.daybook.model.ResultCode.*;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Everything that is checked before a trading command changes anything, in the order of the contract. */
final class Risk {
    private final State state;
    private final Settings settings;

    Risk(final State state, final Settings settings) {
        this.state = state;
        this.settings = settings;
    }

    ResultCode check(final Command.Place place) {
        final User user = state.users.get(place.uid());
        final Market market = state.markets.get(place.symbol());
        if (user == null) {
            return AUTH_INVALID_USER;
        }
        if (user.isSuspended()) {
            return AUTH_USER_SUSPENDED;
        }
        if (market == null) {
            return INVALID_SYMBOL;
        }
        final Spec spec = market.spec();
        if (!spec.isPair() && !settings.marginTrading()) {
            return RISK_MARGIN_TRADING_DISABLED;
        }
        ResultCode code = checkFields(place, spec);
        if (code == SUCCESS) {
            code = spec.isPair() ? checkPairFunds(place, user, spec) : checkFuturesFunds(place, user, market);
        }
        if (code == SUCCESS && market.live().containsKey(place.orderId())) {
            return MATCHING_DUPLICATE_ORDER_ID;
        }
        return code;
    }

    private static ResultCode checkFields(final Command.Place place, final Spec spec) {
        if (place.orderId() < 1) {
            return INVALID_ORDER_ID;
        }
        if (place.size() < 1 || place.size() > Exact.MAX_SIZE) {
            return INVALID_SIZE;
        }
        final boolean budget = place.type().isBudget();
        if (budget ? place.price() < 1 || place.price() > Exact.MAX_BUDGET : !isWithinLimits(place.price(), spec)) {
            return INVALID_PRICE;
        }
        if (budget && !spec.isPair() || place.type() == OrderType.IOC_BUDGET && place.side() == Side.ASK) {
            return UNSUPPORTED_ORDER_TYPE;
        }
        if (spec.isPair() && place.side() == Side.BID && !isReserveValid(place, spec)) {
            return RISK_INVALID_RESERVE_BID_PRICE;
        }
        if (spec.isPair() && place.side() == Side.ASK && !coversFee(place, spec)) {
            return RISK_ASK_PRICE_LOWER_THAN_FEE;
        }
        return SUCCESS;
    }

    private static boolean isWithinLimits(final long price, final Spec spec) {
        return spec.minPrice() <= price && price <= spec.maxPrice();
    }

    private static boolean isReserveValid(final Command.Place place, final Spec spec) {
        if (place.reservePrice() == 0 || place.reservePrice() == place.price()) {
            return true;
        }
        return !place.type().isBudget()
                && place.reservePrice() >= place.price()
                && place.reservePrice() <= spec.maxPrice();
    }

    private static boolean coversFee(final Command.Place place, final Spec spec) {
        if (!spec.isPerLot()) {
            return true;
        }
        final long lotsPriced = place.type().isBudget() ? place.size() : 1;
        return product(place.price(), spec.tickValue()).compareTo(product(lotsPriced, spec.takerFee())) >= 0;
    }

    private boolean hasAsManyOrdersAsOneMay(final Command.Place place) {
        int live = 0;
        for (final Market market : state.markets.values()) {
            live += market.liveOf(place.uid());
        }
        return live >= Exact.MAX_LIVE_ORDERS;
    }

    private ResultCode checkPairFunds(final Command.Place place, final User user, final Spec spec) {
        final Order order = new Order(place, spec);
        final BigInteger hold = order.requiredHold();
        if (!fits(hold)) {
            return RISK_AMOUNT_OVERFLOW;
        }
        if (hasAsManyOrdersAsOneMay(place)) {
            return RISK_OPEN_ORDERS_LIMIT;
        }
        return hold.compareTo(user.available(order.holdCurrency())) <= 0 ? SUCCESS : RISK_NSF;
    }

    private ResultCode checkFuturesFunds(final Command.Place place, final User user, final Market market) {
        final int currency = market.spec().quote();
        final Account account = user.account(currency);
        final Position position = user.positionOrEmpty(market);
        final BigInteger feeHold = new Order(place, market.spec()).requiredHold();
        final BigInteger heldAfter = account.held().add(feeHold);
        if (!fits(feeHold) || !fits(heldAfter)) {
            return RISK_AMOUNT_OVERFLOW;
        }
        if (place.size() + position.pending(place.side()) <= position.closable(place.side())) {
            return hasAsManyOrdersAsOneMay(place) ? RISK_OPEN_ORDERS_LIMIT : SUCCESS;
        }
        BigInteger exposure = account.balance().abs().add(position.exposureWith(place.size()));
        final BigInteger ownMargin = position.requiredMarginWith(place.side(), place.size());
        BigInteger margins = ownMargin;
        for (final Position other : user.positionsIn(currency)) {
            if (other.spec().symbol() != place.symbol()) {
                exposure = exposure.add(other.exposureWith(0));
                margins = margins.add(other.requiredMargin());
            }
        }
        if (exposure.compareTo(Exact.MAX_TOTAL) > 0 || !fits(ownMargin)) {
            return RISK_AMOUNT_OVERFLOW;
        }
        if (hasAsManyOrdersAsOneMay(place)) {
            return RISK_OPEN_ORDERS_LIMIT;
        }
        final boolean feePaid = heldAfter.compareTo(account.balance()) <= 0;
        final boolean marginPaid = margins.add(heldAfter).compareTo(user.equity(currency)) <= 0;
        return feePaid && marginPaid ? SUCCESS : RISK_NSF;
    }

    ResultCode check(final Command.Move move) {
        final User user = state.users.get(move.uid());
        final Market market = state.markets.get(move.symbol());
        if (user == null) {
            return AUTH_INVALID_USER;
        }
        if (user.isSuspended()) {
            return AUTH_USER_SUSPENDED;
        }
        if (market == null) {
            return INVALID_SYMBOL;
        }
        final Spec spec = market.spec();
        if (!isWithinLimits(move.price(), spec)) {
            return INVALID_PRICE;
        }
        final Order order = ownOrder(market, move.uid(), move.orderId());
        if (order == null) {
            return MATCHING_UNKNOWN_ORDER_ID;
        }
        if (spec.isPair() && isOverRiskLimit(order, move.price())) {
            return MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT;
        }
        if (order.type() == OrderType.POST_ONLY && wouldCross(market, order, move.price())) {
            return MATCHING_MOVE_FAILED_WOULD_CROSS;
        }
        return SUCCESS;
    }

    private static boolean isOverRiskLimit(final Order order, final long price) {
        if (order.side() == Side.BID) {
            return price > order.reservePrice();
        }
        final Spec spec = order.spec();
        return spec.isPerLot() && product(price, spec.tickValue()).compareTo(Exact.big(spec.takerFee())) < 0;
    }

    private static boolean wouldCross(final Market market, final Order order, final long price) {
        final var others = market.levels(order.side().opposite());
        if (others.isEmpty()) {
            return false;
        }
        return order.side() == Side.BID ? price >= others.firstKey() : price <= others.firstKey();
    }

    ResultCode check(final Command.Reduce reduce) {
        final ResultCode code = checkNames(reduce.uid(), reduce.symbol());
        if (code != SUCCESS) {
            return code;
        }
        if (reduce.size() < 1) {
            return INVALID_SIZE;
        }
        final Order order = ownOrder(state.markets.get(reduce.symbol()), reduce.uid(), reduce.orderId());
        return order == null ? MATCHING_UNKNOWN_ORDER_ID : SUCCESS;
    }

    ResultCode check(final Command.Cancel cancel) {
        final ResultCode code = checkNames(cancel.uid(), cancel.symbol());
        if (code != SUCCESS) {
            return code;
        }
        final Order order = ownOrder(state.markets.get(cancel.symbol()), cancel.uid(), cancel.orderId());
        return order == null ? MATCHING_UNKNOWN_ORDER_ID : SUCCESS;
    }

    private ResultCode checkNames(final long uid, final int symbol) {
        if (!state.users.containsKey(uid)) {
            return AUTH_INVALID_USER;
        }
        return state.markets.containsKey(symbol) ? SUCCESS : INVALID_SYMBOL;
    }

    private static @Nullable Order ownOrder(final Market market, final long uid, final long orderId) {
        final Order order = market.live().get(orderId);
        return order != null && order.uid() == uid ? order : null;
    }
}
