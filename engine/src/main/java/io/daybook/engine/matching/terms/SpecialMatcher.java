package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.levels.PriceLevels.ANY_KEY;
import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.CancelReason;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.engine.matching.book.MatchingRules;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;
import io.daybook.kernel.command.OrderFlags;

/**
 * One act in a book with special orders: an order, which is in no level, trades and then rests or is rejected, by its
 * type and its terms. The plain path of {@code OrderBook} does the same if neither the order nor the book has anything
 * special; this one handles each maker separately.
 */
final class SpecialMatcher {
    private static final int BID = Side.BID.code();

    private final SpecialBook special;
    private final OrderBook book;
    private final OrderSlab orders;
    private final SpecialLook look;

    /** The order that acts. */
    private int taker;

    private long takerId;
    private int side;
    private int userIndex;
    private long group;
    private StpMode mode = StpMode.NONE;
    private long open;
    private boolean isStopped;

    private long left;
    private long concealed;

    SpecialMatcher(final SpecialBook special, final MatchingRules rules) {
        this.special = special;
        this.book = special.book;
        this.orders = special.orders;
        this.look = new SpecialLook(special, rules);
    }

    /**
     * Carries out an act.
     *
     * @param order the order, in no level, with all its lots open
     * @param type the type with which it enters
     * @param price its limit, or its budget
     * @param isFirst whether the terms of a first entry apply
     * @return {@link OrderFlags} of the order, which has ended if it has no lots
     */
    int enter(final int order, final OrderType type, final long price, final boolean isFirst) {
        final int flags = act(order, type, price, isFirst);
        final boolean isLive = special.ids.get(takerId) == order;
        left = isLive ? special.total(order) : 0;
        concealed = isLive ? special.concealed(order) : 0;
        special.brackets.endAct();
        return flags;
    }

    private int act(final int order, final OrderType type, final long price, final boolean isFirst) {
        start(order);
        remember(order, price);
        final boolean sells = side != 0;
        final int makers = side ^ 1;
        long limit = price;
        boolean isRefused = false;
        if (isFirst && special.has(order, Term.SLIPPAGE)) {
            isRefused = special.levels.bestKey(makers) == NO_KEY;
            limit = isRefused ? price : slipped(order, price);
        }
        final long limitKey = special.levels.seen[makers].keyOf(limit);
        if (isFirst && !isRefused && special.has(order, Term.MIN_SIZE)) {
            isRefused = !canFill(makers, limitKey, special.term(order, Term.MIN_SIZE));
        }
        if (!isRefused) {
            switch (type) {
                case GTC -> {
                    trade(makers, limitKey);
                    if (open > 0 && !isStopped) {
                        rest(order, price, limit);
                        return flags(order);
                    }
                }
                case IOC -> trade(makers, limitKey);
                case POST_ONLY -> {
                    if (special.levels.bestKey(makers) > limitKey) {
                        rest(order, price, limit);
                        return flags(order);
                    }
                    if (special.has(order, Term.SLIDE) && restBefore(order, makers, price)) {
                        return flags(order);
                    }
                }
                case FOK -> {
                    if (canFill(makers, limitKey, open)) {
                        trade(makers, limitKey);
                    }
                }
                case FOK_BUDGET -> {
                    if (look.meetsBudget(makers, price, open, sells, modeCode(), userIndex, group)) {
                        trade(makers, ANY_KEY);
                    }
                }
                case IOC_BUDGET -> tradeForBudget(makers, price);
            }
        }
        return endAct(order);
    }

    private int modeCode() {
        return mode.code();
    }

    private boolean canFill(final int makers, final long limitKey, final long lots) {
        return look.canFill(makers, limitKey, lots, modeCode(), userIndex, group);
    }

    private void start(final int order) {
        taker = order;
        takerId = orders.id(order);
        side = orders.side(order);
        userIndex = orders.userIndex(order);
        group = special.stpGroup(order);
        final int code = special.stpMode(order);
        mode = code == 0 ? StpMode.NONE : StpMode.of(code);
        open = orders.remaining(order);
        isStopped = false;
    }

    /** The lots that the order of the last act has left, without the lots that it gave to an exit. */
    long left() {
        return left;
    }

    /** The part of {@link #left} that no level shows. */
    long concealed() {
        return concealed;
    }

    /** Stores the price with which an order with terms enters. */
    private void remember(final int order, final long price) {
        final int handle = orders.terms(order);
        if (handle != TermsSlab.NONE) {
            special.terms.set(handle, TermsSlab.PRICE, price);
        }
    }

    /** The limit of an order with a bound on its slippage. */
    private long slipped(final int order, final long price) {
        final long best = special.levels.seen[side ^ 1].priceOf(special.levels.bestKey(side ^ 1));
        final long slippage = special.term(order, Term.SLIPPAGE);
        return side == 0 ? Math.min(price, best + slippage) : Math.max(price, best - slippage);
    }

    private void rest(final int order, final long price, final long limit) {
        special.levels.rest(order, limit);
        if (limit != price) {
            reprice(order, limit);
        }
    }

    private void reprice(final int order, final long price) {
        special.events().reprice(orders.id(order), special.users.uid(userIndex), BID + side, price);
    }

    /**
     * Rests the order one tick before the best opposite price; returns false if the symbol does not allow that price.
     */
    boolean restBefore(final int order, final int makers, final long price) {
        final long best = special.levels.seen[makers].priceOf(special.levels.bestKey(makers));
        final long before = makers == 0 ? best + 1 : best - 1;
        if (before < book.spec().minPrice() || before > book.spec().maxPrice()) {
            return false;
        }
        rest(order, price, before);
        return true;
    }

    /** Rejects the lots that are left, and ends the order if it has no other lots. */
    private int endAct(final int order) {
        if (open > 0) {
            special.events().reject(open);
            orders.remaining(order, 0);
        }
        final int flags = flags(order);
        return special.total(order) == 0 ? flags | special.end(order) : flags;
    }

    private int flags(final int order) {
        return special.feedsExit(order) ? OrderFlags.FEEDS_EXIT : 0;
    }

    /** Trades with the best price of the other side until no lots are left or the best price is beyond the limit. */
    private void trade(final int makers, final long limit) {
        while (open > 0 && !isStopped && special.levels.bestKey(makers) <= limit) {
            meet(makers, special.levels.bestKey(makers), open);
        }
    }

    /** Trades like {@link #trade}, with a limit of money: stops at the first price that it does not buy up. */
    private void tradeForBudget(final int makers, final long budget) {
        long money = budget;
        while (open > 0 && !isStopped && special.levels.bestKey(makers) != NO_KEY) {
            final long key = special.levels.bestKey(makers);
            final long price = special.levels.seen[makers].priceOf(key);
            final long lotsThere = special.levels.lotsAt(makers, key);
            final long lots = Math.min(open, Math.min(lotsThere, money / price));
            if (lots == 0) {
                return;
            }
            final long goal = open - lots;
            while (open > goal && !isStopped) {
                meet(makers, key, open - goal);
            }
            money -= (lots - (open - goal)) * price; // exact: lots were chosen not to cost more than the money
            if (lots < lotsThere) {
                return;
            }
        }
    }

    /** Trades with the first order at the best price: visible orders come first, then hidden ones. */
    private void meet(final int makers, final long key, final long most) {
        final PriceLevels seen = special.levels.seen[makers];
        final int maker = seen.bestKey() == key
                ? seen.head(seen.best())
                : special.shadows.order(special.levels.hidden[makers].head(special.levels.hidden[makers].best()));
        if (mode != StpMode.NONE && special.isOwn(maker, userIndex, group)) {
            prevent(maker);
        } else {
            tradeWith(maker, seen.priceOf(key), most);
        }
    }

    private void prevent(final int maker) {
        switch (mode) {
            case NONE -> throw new IllegalStateException("mode NONE must let own orders trade");
            case CANCEL_TAKER -> isStopped = true;
            case CANCEL_MAKER -> special.cancel(maker, special.total(maker), CancelReason.STP, false, true);
            case CANCEL_BOTH -> {
                special.cancel(maker, special.total(maker), CancelReason.STP, false, true);
                isStopped = true;
            }
            case DECREMENT -> {
                final long lots = Math.min(open, special.total(maker));
                special.cancel(maker, lots, CancelReason.STP, false, false);
                open -= lots;
                special.cancel(taker, lots, CancelReason.STP, true, false);
            }
        }
    }

    private void tradeWith(final int maker, final long price, final long most) {
        final long makerTotal = special.total(maker);
        final long lots = Math.min(most, orders.remaining(maker));
        if (lots < 1 || lots > makerTotal) {
            throw new IllegalStateException("a trade must be of lots that both sides have: symbol="
                    + book.spec().symbol() + " makerOrderId=" + orders.id(maker) + " traded=" + lots);
        }
        open -= lots;
        orders.remaining(taker, open);
        final boolean makerFeeds = special.feedsExit(maker);
        final boolean takerFeeds = special.feedsExit(taker);
        if (takerFeeds) {
            special.brackets.feed(special.partner(taker), lots);
        }
        if (makerFeeds) {
            special.brackets.feed(special.partner(maker), lots);
        }
        tell(maker, price, lots, takerFeeds, makerFeeds);
        book.lastPrice(price);
        special.triggers.onTrade(price);
        special.levels.takeTraded(maker, lots, price);
        if (special.total(maker) == 0) {
            special.end(maker);
        }
    }

    private void tell(
            final int maker, final long price, final long lots, final boolean takerFeeds, final boolean makerFeeds) {
        final int makerUser = orders.userIndex(maker);
        final long makerLeft = special.total(maker) - lots;
        final boolean makerStays = makerLeft == 0 && special.isExit(maker) && special.partner(maker) != NO_ORDER;
        special.events()
                .trade(
                        book.takeTradeId(),
                        orders.id(maker),
                        special.users.uid(makerUser),
                        makerUser,
                        orders.reserve(maker),
                        price,
                        lots,
                        makerLeft,
                        special.total(taker));
        special.events()
                .flag((takerFeeds ? OrderFlags.FEEDS_EXIT : 0)
                        | (makerFeeds ? OrderFlags.FEEDS_EXIT << OrderFlags.MAKER_SHIFT : 0)
                        | (makerStays ? OrderFlags.STAYS << OrderFlags.MAKER_SHIFT : 0));
    }
}
