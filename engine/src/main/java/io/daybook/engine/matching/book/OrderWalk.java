package io.daybook.engine.matching.book;

import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.Side;
import io.daybook.engine.matching.ids.UserOrders;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;

/**
 * Shows the orders of one book to reports and records. Not for the hot path; called by the book's thread between
 * commands.
 */
final class OrderWalk {
    private final OrderBook book;
    private final OrderSlab orders;
    private final UserOrders users;

    OrderWalk(final OrderBook book, final OrderSlab orders, final UserOrders users) {
        this.book = book;
        this.orders = orders;
        this.users = users;
    }

    /** See {@link OrderBook#forEachOrder}. */
    void forEachResting(final OrderVisitor visitor) {
        if (book.hasSpecials()) {
            book.terms().forEachResting(visitor);
            return;
        }
        final PriceLevels bids = book.side(Side.BID);
        for (final int level : book.levelsInPriceOrder(Side.BID)) {
            visitLevel(bids, level, visitor);
        }
        final PriceLevels asks = book.side(Side.ASK);
        for (int level = asks.best(); level != NO_LEVEL; level = asks.next(level)) {
            visitLevel(asks, level, visitor);
        }
    }

    private void visitLevel(final PriceLevels levels, final int level, final OrderVisitor visitor) {
        for (int order = levels.head(level); order != NO_ORDER; order = orders.next(order)) {
            visit(order, visitor);
        }
    }

    /** Shows one order, in a level or not. */
    void visit(final int order, final OrderVisitor visitor) {
        if (orders.isSpecial(order)) {
            book.terms().visit(order, visitor);
            return;
        }
        final int userIndex = orders.userIndex(order);
        final Side side = orders.isAsk(order) ? Side.ASK : Side.BID;
        visitor.onOrder(
                book.spec().symbol(),
                side.code(),
                book.side(side).priceOfOrder(order),
                orders.id(order),
                users.uid(userIndex),
                userIndex,
                orders.type(order),
                orders.reserve(order),
                orders.size(order),
                orders.remaining(order));
    }
}
