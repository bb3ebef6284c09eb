package io.daybook.api;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The whole state after one command, to be read during the call that passes it: by a {@link CustomQuery} on the
 * engine's thread, by {@link Follower#restore} on the thread that starts the exchange.
 */
public interface StateView {

    /** The seq of the last command whose effect this state shows; 0 before the first. */
    long seq();

    /** All symbols, by ascending id. */
    List<SymbolSpec> symbols();

    /** Visits the ids of all users, in no particular order. */
    void forEachUser(LongConsumer visitor);

    /** Accounts, positions and the first page of orders of a user; see {@link UserReport#code()} for unknown ones. */
    default UserReport user(final long uid) {
        return user(new UserReportQuery(uid));
    }

    /** Accounts, positions and the queried page of orders of a user; see {@link UserReport#code()} for unknown ones. */
    UserReport user(UserReportQuery query);

    /** Visits the books, by ascending symbol. */
    void forEachBook(Consumer<BookState> visitor);

    /** Visits all resting orders, by symbol, side, price and rank, all ascending. Copies the books first. */
    void forEachOrder(Consumer<RestingOrder> visitor);

    /** The sums over all users. */
    TotalsReport totals();

    /** The levels of a book; see {@link OrderBookReport#code()} for unknown symbols. */
    default OrderBookReport orderBook(final int symbol, final int depth) {
        return orderBook(new OrderBookQuery(symbol, depth));
    }

    /** The levels of a book that a query asks for; see {@link OrderBookReport#code()} for unknown symbols. */
    OrderBookReport orderBook(OrderBookQuery query);
}
