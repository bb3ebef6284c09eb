package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.StpMode;
import io.daybook.engine.matching.book.MatchingRules;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.kernel.money.Amounts;

/**
 * Checks whether a size is available to an order that trades all of it or nothing, in a book with hidden or partly
 * shown orders, or for a taker that does not trade with orders of its own user. Changes nothing. All lots count; a
 * check visits a limited number of levels, or of orders if it has to visit each order.
 */
final class SpecialLook {
    private static final int NONE = StpMode.NONE.code();
    private static final int CANCEL_MAKER = StpMode.CANCEL_MAKER.code();

    private final SpecialBook book;
    private final MatchingRules rules;
    private long missing;
    private long money;
    private int looks;
    private boolean isOver;

    SpecialLook(final SpecialBook book, final MatchingRules rules) {
        this.book = book;
        this.rules = rules;
    }

    /**
     * Whether a size is available to a taker within a limit.
     *
     * @param side the side of the makers, 0 for bids
     */
    boolean canFill(
            final int side, final long limit, final long size, final int mode, final int userIndex, final long group) {
        return look(side, limit, size, 0, false, mode, userIndex, group, false);
    }

    /** Whether a size can be bought for at most a budget, or sold to bids for at least a budget. */
    boolean meetsBudget(
            final int side,
            final long budget,
            final long size,
            final boolean sells,
            final int mode,
            final int userIndex,
            final long group) {
        return look(side, PriceLevels.ANY_KEY, size, budget, sells, mode, userIndex, group, true);
    }

    private boolean look(
            final int side,
            final long limit,
            final long size,
            final long budget,
            final boolean sells,
            final int mode,
            final int userIndex,
            final long group,
            final boolean hasBudget) {
        missing = size;
        money = budget;
        looks = rules.maxLook();
        isOver = false;
        long key = book.levels.bestKey(side);
        while (key <= limit && key != NO_KEY && !isOver) {
            final long price = book.levels.seen[side].priceOf(key);
            final long before = missing;
            if (mode > NONE) {
                lookAtOrders(side, key, mode, userIndex, group);
            } else {
                missing -= Math.min(missing, book.levels.lotsAt(side, key));
                looks--;
            }
            if (hasBudget) {
                final long value = Amounts.saturatedProduct(before - missing, price);
                if (value > money && !sells) {
                    return false;
                }
                money -= Math.min(value, money);
            }
            if (missing == 0) {
                return !sells || money == 0;
            }
            isOver |= looks == 0;
            key = book.levels.nextKey(side, key);
        }
        return false;
    }

    /** Checks order by order; the taker's mode decides whether own orders are skipped or end the check. */
    private void lookAtOrders(final int side, final long key, final int mode, final int userIndex, final long group) {
        if (mode != CANCEL_MAKER && endsInFirstRound(side, key, userIndex, group)) {
            return;
        }
        final int level = book.levels.seen[side].find(key);
        int order = level == NO_LEVEL || isOver ? NO_ORDER : book.levels.seen[side].head(level);
        while (order != NO_ORDER && missing > 0 && looks > 0) {
            count(order, book.total(order), userIndex, group);
            order = book.orders.next(order);
        }
        final int unseen = book.levels.hidden[side].find(key);
        int place = unseen == NO_LEVEL ? Shadows.NONE : book.levels.hidden[side].head(unseen);
        while (place != Shadows.NONE && missing > 0 && looks > 0 && !isOver) {
            final int hiddenOrder = book.shadows.order(place);
            if (mode != CANCEL_MAKER && book.isOwn(hiddenOrder, userIndex, group)) {
                isOver = true;
                return;
            }
            count(hiddenOrder, book.total(hiddenOrder), userIndex, group);
            place = book.shadows.next(place);
        }
    }

    private void count(final int order, final long lots, final int userIndex, final long group) {
        looks--;
        if (!book.isOwn(order, userIndex, group)) {
            missing -= Math.min(missing, lots);
        }
    }

    /**
     * Handles a visible own order that ends the check: only the shown lots of the orders before it are available,
     * because the taker meets the own order before any of them shows its next part.
     *
     * @return whether the check needs no more orders of this level
     */
    private boolean endsInFirstRound(final int side, final long key, final int userIndex, final long group) {
        final int level = book.levels.seen[side].find(key);
        if (level == NO_LEVEL) {
            return false;
        }
        long shown = 0;
        int left = looks;
        int order = book.levels.seen[side].head(level);
        while (order != NO_ORDER && !book.isOwn(order, userIndex, group)) {
            shown += Math.min(book.orders.remaining(order), missing - shown);
            if (shown == missing || --left == 0) {
                missing -= shown;
                looks = left;
                isOver = left == 0;
                return true;
            }
            order = book.orders.next(order);
        }
        if (order == NO_ORDER) {
            return false;
        }
        missing -= shown;
        isOver = true;
        return true;
    }
}
