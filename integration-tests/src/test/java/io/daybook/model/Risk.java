package io.daybook.model;

import static io.daybook.model.Exact.product;
import static io.daybook.model.ResultCode.*;

import org.jspecify.annotations.Nullable;

/** All checks before a trading command changes anything, in the order of the contract. */
final class Risk {
    private final State state;
    private final Settings settings;
    private final Funds funds;

    Risk(final State state, final Settings settings) {
        this.state = state;
        this.settings = settings;
        this.funds = new Funds(state);
    }

    /** The checks that do not depend on the book. */
    ResultCode check(final Command.Place place) {
        final ResultCode code = checkTrader(place.uid(), place.symbol());
        if (code != SUCCESS) {
            return code;
        }
        final Market market = state.markets.get(place.symbol());
        final Spec spec = market.spec();
        if (!spec.isPair() && !settings.marginTrading()) {
            return RISK_MARGIN_TRADING_DISABLED;
        }
        final ResultCode fields = checkFields(place, spec);
        if (fields != SUCCESS) {
            return fields;
        }
        return funds.check(market, state.users.get(place.uid()), new Order(place, spec), null);
    }

    private ResultCode checkTrader(final long uid, final int symbol) {
        final User user = state.users.get(uid);
        if (user == null) {
            return AUTH_INVALID_USER;
        }
        if (user.isSuspended()) {
            return AUTH_USER_SUSPENDED;
        }
        return state.markets.containsKey(symbol) ? SUCCESS : INVALID_SYMBOL;
    }

    private ResultCode checkFields(final Command.Place place, final Spec spec) {
        if (place.orderId() < 1) {
            return INVALID_ORDER_ID;
        }
        if (!isSize(place.size())) {
            return INVALID_SIZE;
        }
        final boolean budget = place.type().isBudget();
        if (budget ? place.price() < 1 || place.price() > Exact.MAX_BUDGET : !spec.allows(place.price())) {
            return INVALID_PRICE;
        }
        if (budget && !spec.isPair() || place.type() == OrderType.IOC_BUDGET && place.side() == Side.ASK) {
            return UNSUPPORTED_ORDER_TYPE;
        }
        if (!TermsCheck.fit(place, spec, state.time)) {
            return INVALID_TERMS;
        }
        final long stopPrice = place.terms().stopPrice();
        final boolean reserve = budget
                ? place.reservePrice() == 0 || place.reservePrice() == place.price()
                : isReserve(place.reservePrice(), place.price(), stopPrice, spec);
        if (spec.isPair() && place.side() == Side.BID && !reserve) {
            return RISK_INVALID_RESERVE_BID_PRICE;
        }
        return spec.isPair() && !coversFee(place, spec) ? RISK_ASK_PRICE_LOWER_THAN_FEE : SUCCESS;
    }

    private static boolean isSize(final long size) {
        return 1 <= size && size <= Exact.MAX_SIZE;
    }

    private static boolean isReserve(final long reserve, final long price, final long stopPrice, final Spec spec) {
        return reserve == 0 || Math.max(price, stopPrice) <= reserve && reserve <= spec.maxPrice();
    }

    /** Whether an ask, of an order or its exit, earns at least the fee at each of its prices. */
    private static boolean coversFee(final Command.Place place, final Spec spec) {
        final Terms.Exit exit = place.terms().exit();
        if (place.side() == Side.ASK) {
            final long lotsPriced = place.type().isBudget() ? place.size() : 1;
            return coversFee(place.price(), lotsPriced, spec)
                    && coversFee(place.terms().stopPrice(), 1, spec);
        }
        return exit == null || coversFee(exit.price(), 1, spec) && coversFee(exit.stopPrice(), 1, spec);
    }

    /**
     * Whether one lot at this price earns at least the fee of {@code lotsPriced} lots; true if the price is 0, which
     * means no price.
     */
    private static boolean coversFee(final long price, final long lotsPriced, final Spec spec) {
        return !spec.isPerLot()
                || price == 0
                || product(price, spec.tickValue()).compareTo(product(lotsPriced, spec.takerFee())) >= 0;
    }

    ResultCode check(final Command.Move move) {
        final ResultCode code = checkTrader(move.uid(), move.symbol());
        if (code != SUCCESS) {
            return code;
        }
        return state.markets.get(move.symbol()).spec().allows(move.price()) ? SUCCESS : INVALID_PRICE;
    }

    /** The checks that depend on the book, for a new order. */
    ResultCode checkBook(final Command.Place place) {
        final Market market = state.markets.get(place.symbol());
        final Terms terms = place.terms();
        final boolean exitIsLive =
                terms.exit() != null && market.live().containsKey(terms.exit().orderId());
        if (market.live().containsKey(place.orderId()) || exitIsLive) {
            return MATCHING_DUPLICATE_ORDER_ID;
        }
        if (terms.when() != null && market.meets(terms.when(), terms.trigger())) {
            return MATCHING_TRIGGER_ALREADY_MET;
        }
        return terms.isTrailing() && hasTooManyTrailing(market, place.uid()) ? MATCHING_TOO_MANY_TRAILING : SUCCESS;
    }

    private static boolean hasTooManyTrailing(final Market market, final long uid) {
        if (market.triggers().trailing() < Exact.MAX_TRAILING_OF_USER) {
            return false;
        }
        int all = 0;
        int ofUser = 0;
        for (final Order order : market.triggers().orders()) {
            if (order.terms.isTrailing()) {
                all++;
                ofUser += order.uid() == uid ? 1 : 0;
            }
        }
        return all >= Exact.MAX_TRAILING || ofUser >= Exact.MAX_TRAILING_OF_USER;
    }

    /** The checks that depend on the book, for a live order. */
    ResultCode checkBook(final Command.Move move) {
        final Market market = state.markets.get(move.symbol());
        final Order order = ownOrder(market, move.uid(), move.orderId());
        if (order == null || order.remaining == 0) {
            return MATCHING_UNKNOWN_ORDER_ID;
        }
        if (!keepsPriceOrder(order, order.terms, move.price())) {
            return INVALID_TERMS;
        }
        if (market.spec().isPair() && isOverRiskLimit(order, move.price())) {
            return MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT;
        }
        return wouldCross(market, order, move.price()) ? MATCHING_MOVE_FAILED_WOULD_CROSS : SUCCESS;
    }

    /** Whether the prices of an order that has several would still be in the required sequence. */
    private static boolean keepsPriceOrder(final Order order, final Terms terms, final long price) {
        if (terms.isOco() && !TermsCheck.isBeyond(order.side(), terms.trigger(), price)) {
            return false;
        }
        final Bracket bracket = order.bracket;
        if (bracket != null && order.isExit() && bracket.price == 0) {
            return !TermsCheck.isBeyond(order.side(), terms.trigger(), price);
        }
        return bracket == null
                || order.isExit()
                || TermsCheck.isBetween(order.type, order.side(), price, bracket.price, bracket.trigger);
    }

    private static boolean isOverRiskLimit(final Order order, final long price) {
        return order.side() == Side.BID ? price > order.reservePrice() : !coversFee(price, 1, order.spec());
    }

    private static boolean wouldCross(final Market market, final Order order, final long price) {
        return order.type() == OrderType.POST_ONLY
                && !order.isDormant()
                && !order.terms.slide()
                && market.crosses(order.side(), price);
    }

    ResultCode check(final Command.Replace replace) {
        final ResultCode code = checkTrader(replace.uid(), replace.symbol());
        if (code != SUCCESS) {
            return code;
        }
        final Market market = state.markets.get(replace.symbol());
        if (replace.newOrderId() < 0) {
            return INVALID_ORDER_ID;
        }
        if (!isSize(replace.size())) {
            return INVALID_SIZE;
        }
        if (!market.spec().allows(replace.price())) {
            return INVALID_PRICE;
        }
        final Order old = ownOrder(market, replace.uid(), replace.orderId());
        if (old == null || old.remaining == 0) {
            return MATCHING_UNKNOWN_ORDER_ID;
        }
        final boolean renamed = replace.newOrderId() != 0 && replace.newOrderId() != replace.orderId();
        if (renamed && market.live().containsKey(replace.newOrderId())) {
            return MATCHING_DUPLICATE_ORDER_ID;
        }
        if (old.isExit() && replace.size() > old.size) {
            return INVALID_SIZE;
        }
        return checkReplaced(market, old, replace);
    }

    /** The checks of a new order, for the order that the old one is to become. */
    private ResultCode checkReplaced(final Market market, final Order old, final Command.Replace replace) {
        final Spec spec = market.spec();
        final Order order = Replacing.replaced(old, replace);
        if (!fitsReplaced(old, order, replace)) {
            return INVALID_TERMS;
        }
        if (spec.isPair()
                && order.side() == Side.BID
                && !isReserve(replace.reservePrice(), order.price, order.terms.stopPrice(), spec)) {
            return RISK_INVALID_RESERVE_BID_PRICE;
        }
        if (spec.isPair()
                && order.side() == Side.ASK
                && !(coversFee(order.price, 1, spec) && coversFee(order.terms.stopPrice(), 1, spec))) {
            return RISK_ASK_PRICE_LOWER_THAN_FEE;
        }
        if (order.remaining <= 0) {
            return SUCCESS;
        }
        final ResultCode paid = funds.check(market, state.users.get(old.uid()), order, old);
        if (paid != SUCCESS) {
            return paid;
        }
        final When when = order.terms.when();
        if (when != null && !old.waitsForItsAct() && market.meets(when, order.terms.trigger())) {
            return MATCHING_TRIGGER_ALREADY_MET;
        }
        return !Replacing.keepsPlace(old, replace) && wouldCross(market, old, order.price)
                ? MATCHING_MOVE_FAILED_WOULD_CROSS
                : SUCCESS;
    }

    private boolean fitsReplaced(final Order old, final Order order, final Command.Replace replace) {
        final Terms terms = order.terms;
        final Long display = terms.display();
        return (replace.trigger() == 0 || old.terms.trigger() != 0 && !old.waitsForItsAct())
                && (replace.stopPrice() == 0 || old.terms.isOco() && !old.waitsForItsAct())
                && TermsCheck.fit(terms, order.side(), order.type, order.price, order.spec(), state.time)
                && (display == null || display == 0 || TermsCheck.isPeakLargeEnough(display, order.remaining))
                && keepsPriceOrder(old, terms, order.price);
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
        return order == null || order.remaining == 0 ? MATCHING_UNKNOWN_ORDER_ID : SUCCESS;
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
