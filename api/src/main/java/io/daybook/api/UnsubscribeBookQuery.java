package io.daybook.api;

import java.util.Objects;

/**
 * Ends the changes of a book for one listener: answers with all its levels, as they are after the last change that is
 * told to it.
 *
 * @param symbol symbol
 * @param listener who subscribed; of one who did not nothing changes
 */
public record UnsubscribeBookQuery(int symbol, ExchangeListener listener) implements Query<OrderBookReport> {
    /** Checks that there is a listener. */
    public UnsubscribeBookQuery {
        Objects.requireNonNull(listener, "listener");
    }

    @Override
    public CommandType type() {
        return CommandType.UNSUBSCRIBE_BOOK;
    }
}
