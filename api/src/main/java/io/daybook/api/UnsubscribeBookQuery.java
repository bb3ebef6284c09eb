package io.daybook.api;

/**
 * Ends the changes of a book, for all listeners: answers with all its levels, as they are after the last change that is told.
 *
 * @param symbol symbol
 */
public record UnsubscribeBookQuery(int symbol) implements Query<OrderBookReport> {
    @Override
    public CommandType type() {
        return CommandType.UNSUBSCRIBE_BOOK;
    }
}
