package io.daybook.api;

import java.util.Objects;

/**
 * Subscribes a listener to the changes of a book: answers with its levels, and from the next command on passes every
 * change to that listener's {@link ExchangeListener#onBookChange}. The same levels go to its
 * {@link ExchangeListener#onBookSnapshot}, in order with the changes. Other listeners are not affected. Nothing is
 * computed for books without subscribers. Subscribing again gives another snapshot and changes nothing else. A
 * {@link Reset} ends all subscriptions, as does the end of the process; a listener that unsubscribes ends its own.
 *
 * <p>{@link LiveBook} keeps a book with this query.
 *
 * <p>With the snapshot the stream is provably complete: ignore changes whose seq is not above that of the snapshot; the
 * first one after them has a previous seq that is not above it either, and every later one has as previous seq the seq
 * of the change before.
 *
 * <p>Like any answer, the snapshot has at most {@link Limits#MAX_BOOK_LEVELS} levels per side. The rest of a deeper
 * book comes page by page with {@link OrderBookReport#following}; for a price that changed after the seq of its page,
 * the change counts, not the page.
 *
 * @param symbol symbol
 * @param listener one of the exchange, added when it was built or by {@link Exchange#addListener}; another one is
 *     refused with an {@link IllegalArgumentException}
 */
public record SubscribeBookQuery(int symbol, ExchangeListener listener) implements Query<OrderBookReport> {
    /** Checks that there is a listener. */
    public SubscribeBookQuery {
        Objects.requireNonNull(listener, "listener");
    }

    @Override
    public CommandType type() {
        return CommandType.SUBSCRIBE_BOOK;
    }
}
