package io.daybook.engine.matching.book;

import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.RestingOrders;
import io.daybook.api.Side;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;

/** Reads the orders without terms of one book. Used by the book's thread between commands. */
final class RestingLook implements RestingOrders {
    private static final int NONE = 0;
    private static final long NO_ID = 0;

    private final OrderBook book;
    private final OrderSlab orders;

    /**
     * The order that was found last, kept because callers read several values of one order; its id is 0 once it is
     * gone.
     */
    private int last = NO_ORDER;

    RestingLook(final OrderBook book, final OrderSlab orders) {
        this.book = book;
        this.orders = orders;
    }

    private int find(final long orderId) {
        if (last == NO_ORDER
                || orderId == NO_ID
                || orders.id(last) != orderId
                || orders.bookIndex(last) != book.index()) {
            last = book.ids().get(orderId);
        }
        return last == NO_ORDER || orders.isSpecial(last) ? NO_ORDER : last;
    }

    @Override
    public long lots(final long orderId) {
        final int order = find(orderId);
        return order == NO_ORDER ? NONE : orders.remaining(order);
    }

    @Override
    public long price(final long orderId) {
        final int order = find(orderId);
        return order == NO_ORDER ? NONE : levels(order).priceOfOrder(order);
    }

    @Override
    public int sideCode(final long orderId) {
        final int order = find(orderId);
        return order == NO_ORDER ? NONE : side(order).code();
    }

    @Override
    public long lotsBefore(final long orderId) {
        long lots = 0;
        for (int order = before(find(orderId)); order != NO_ORDER; order = before(order)) {
            lots += orders.remaining(order);
        }
        return lots;
    }

    @Override
    public int ordersBefore(final long orderId) {
        int count = 0;
        for (int order = before(find(orderId)); order != NO_ORDER; order = before(order)) {
            count++;
        }
        return count;
    }

    @Override
    public long bestBid() {
        return book.bestBid();
    }

    @Override
    public long bestAsk() {
        return book.bestAsk();
    }

    private int before(final int order) {
        return order == NO_ORDER ? NO_ORDER : orders.previous(order);
    }

    private Side side(final int order) {
        return orders.isAsk(order) ? Side.ASK : Side.BID;
    }

    private PriceLevels levels(final int order) {
        return book.side(side(order));
    }
}
