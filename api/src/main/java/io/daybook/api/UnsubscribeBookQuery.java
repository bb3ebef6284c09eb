package io.daybook.api;

import java.util.Objects;

/**
 * Ends a listener's subscription to a book: answers with all its levels after the last change passed to the listener.
 *
 * @param symbol symbol
 * @param listener the subscriber; without a subscription nothing changes
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
