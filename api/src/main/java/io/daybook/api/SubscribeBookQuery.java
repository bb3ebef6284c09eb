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
 * <p>A listener can verify that snapshot and changes are complete. Ignore changes whose seq is not above the seq of the
 * snapshot. The first change after these has a previous seq that is not above the seq of the snapshot either, and the
 * previous seq of each later change is the seq of the change before it.
 *
 * <p>Like any answer, the snapshot has at most {@link Limits#MAX_BOOK_LEVELS} levels per side. The rest of a deeper
 * book comes page by page with {@link OrderBookReport#following}; for a price that changed after the seq of its page,
 * the change counts, not the page.
 *
 * @param symbol symbol
 * @param listener a listener that was added when the exchange was built or by {@link Exchange#addListener}; any other
 *     is refused with an {@link IllegalArgumentException}
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
