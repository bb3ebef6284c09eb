package io.daybook.api;

/**
 * Starts the changes of a book: answers with its levels, and from the next command on every change of it is told to
 * {@link ExchangeListener#onBookChange}. The same levels go to {@link ExchangeListener#onBookSnapshot}, in order with the changes. Nothing is computed for books that nobody subscribed to. Subscribing again gives another
 * snapshot and changes nothing else. A {@link Reset} ends all subscriptions, as does the end of the process.
 *
 * <p>With the snapshot the stream is provably whole: leave out changes whose seq is not above that of the snapshot; the first one
 * after them has a previous seq that is not above it either, and every later one has as previous seq the seq of the change before.
 *
 * <p>As any answer, the snapshot has at most {@link Limits#MAX_BOOK_LEVELS} levels a side. The rest of a deeper book comes page by page with
 * {@link OrderBookReport#following}; a price that changed after the seq of its page is what the change says, not the page.
 *
 * @param symbol symbol
 */
public record SubscribeBookQuery(int symbol) implements Query<OrderBookReport> {
    @Override
    public CommandType type() {
        return CommandType.SUBSCRIBE_BOOK;
    }
}
