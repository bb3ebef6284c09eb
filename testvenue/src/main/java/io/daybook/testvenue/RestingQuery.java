package io.daybook.testvenue;

import io.daybook.api.CustomQuery;
import io.daybook.api.RestingOrder;
import io.daybook.api.StateView;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the orders that rest in a book, without dormant orders.
 *
 * @param symbol the symbol of the book
 */
record RestingQuery(int symbol) implements CustomQuery<RestingQuery.Report> {
    /** The orders by side, price and rank, all ascending. */
    record Report(List<RestingOrder> orders) {}

    @Override
    public Report report(final StateView state) {
        final List<RestingOrder> orders = new ArrayList<>();
        state.forEachOrder(order -> {
            if (order.symbol() == symbol && !order.dormant()) {
                orders.add(order);
            }
        });
        return new Report(orders);
    }
}
