package io.daybook.api;

import java.util.List;
import java.util.function.LongConsumer;

/** The whole state as it stands after one command, to be read by a {@link CustomQuery} on the engine's thread. */
public interface StateView {

    /** The seq of the last command whose effect this state shows; 0 before the first. */
    long seq();

    /** All symbols, by ascending id. */
    List<SymbolSpec> symbols();

    /** Visits the ids of all users, in no particular order. */
    void forEachUser(LongConsumer visitor);

    /** What a user has, with the first page of orders; see {@link UserReport#code()} for unknown ones. */
    default UserReport user(final long uid) {
        return user(new UserReportQuery(uid));
    }

    /** What a user has, with the page of orders that a query asks for; see {@link UserReport#code()} for unknown ones. */
    UserReport user(UserReportQuery query);

    /** The sums over all users. */
    TotalsReport totals();

    /** The levels of a book; see {@link OrderBookReport#code()} for unknown symbols. */
    default OrderBookReport orderBook(final int symbol, final int depth) {
        return orderBook(new OrderBookQuery(symbol, depth));
    }

    /** The levels of a book that a query asks for; see {@link OrderBookReport#code()} for unknown symbols. */
    OrderBookReport orderBook(OrderBookQuery query);
}
