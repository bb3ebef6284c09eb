package io.daybook.engine;

import io.daybook.api.BookState;
import io.daybook.api.OrderType;
import io.daybook.api.RestingOrder;
import io.daybook.api.Side;
import io.daybook.kernel.state.BookRecord;
import io.daybook.kernel.state.OrderRecord;
import io.daybook.kernel.state.StateRecordType;
import java.util.function.Consumer;

/** Shows the records of books to visitors of the API. Not for the hot path. */
final class BookVisitor extends RecordTaker {
    private final Consumer<BookState> books;
    private final Consumer<RestingOrder> orders;

    private final TermsOfOrders terms;

    /**
     * Creates a visitor of books in which some orders may have terms.
     *
     * @param terms the terms of the orders
     */
    BookVisitor(final Consumer<BookState> books, final Consumer<RestingOrder> orders, final TermsOfOrders terms) {
        this.books = books;
        this.orders = orders;
        this.terms = terms;
    }

    @Override
    void onRecord() {
        if (type() == StateRecordType.BOOK) {
            books.accept(new BookState(
                    (int) BookRecord.symbol(this), BookRecord.nextTradeId(this), BookRecord.lastPrice(this)));
        } else if (type() == StateRecordType.ORDER || type() == StateRecordType.DORMANT) {
            orders.accept(order(type() == StateRecordType.DORMANT));
        }
    }

    private RestingOrder order(final boolean isDormant) {
        final long symbol = OrderRecord.symbol(this);
        final long orderId = OrderRecord.orderId(this);
        final long remaining = OrderRecord.remaining(this);
        return new RestingOrder(
                (int) symbol,
                Side.of((int) OrderRecord.side(this)),
                OrderRecord.price(this),
                OrderRecord.rank(this),
                orderId,
                OrderRecord.uid(this),
                OrderType.of((int) OrderRecord.type(this)),
                OrderRecord.reserve(this),
                OrderRecord.size(this),
                remaining,
                terms.of(symbol, orderId),
                isDormant,
                isDormant ? 0 : terms.shown(symbol, orderId, remaining));
    }
}
