package io.daybook.api;

/**
 * Asks for the levels of a book.
 *
 * @param symbol symbol
 * @param depth the most levels a side, ≥ 0; 0 for all
 */
public record OrderBookQuery(int symbol, int depth) implements Query<OrderBookReport> {
    @Override
    public CommandType type() {
        return CommandType.ORDER_BOOK_REQUEST;
    }
}
