package io.daybook.api;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The books of several symbols, kept up to date by one listener: a result costs the exchange the same however many
 * books there are, while each separate {@link LiveBook} receives every result.
 *
 * <pre>{@code
 * try (LiveBooks books = LiveBooks.open(exchange, watcher)) {
 *     LiveBook euro = books.add(BTC_EUR);
 *     LiveBook dollar = books.add(BTC_USD);
 * }
 * }</pre>
 *
 * <p>Any thread may use it; {@link #open} and {@link #add} must not be called in a callback of a listener.
 */
public final class LiveBooks implements AutoCloseable {
    private final Exchange exchange;
    private final LiveBook.Watcher watcher;
    private final boolean endWithTheirBook;
    private final Listener listener = new Listener();
    private final Map<Integer, LiveBook> books = new ConcurrentHashMap<>();

    // Set when an answer arrives, read by the delivery thread.
    private volatile boolean mustTell;

    private volatile @Nullable Subscription subscription;

    private volatile boolean isClosed;

    private LiveBooks(final Exchange exchange, final LiveBook.Watcher watcher, final boolean endWithTheirBook) {
        this.exchange = exchange;
        this.watcher = watcher;
        this.endWithTheirBook = endWithTheirBook;
    }

    /**
     * Opens an empty collection.
     *
     * @param watcher receives the changes of all books, on the delivery thread: be quick. An exception is treated like
     *     that of a listener
     */
    public static LiveBooks open(final Exchange exchange, final LiveBook.Watcher watcher) {
        return open(exchange, watcher, false);
    }

    private static LiveBooks open(
            final Exchange exchange, final LiveBook.Watcher watcher, final boolean endWithTheirBook) {
        final LiveBooks books = new LiveBooks(exchange, watcher, endWithTheirBook);
        books.subscription = exchange.addListener(books.listener);
        return books;
    }

    /** Opens a collection of one book, which ends with that book. */
    static LiveBook alone(final Exchange exchange, final int symbol, final LiveBook.Watcher watcher) {
        return open(exchange, watcher, true).add(symbol);
    }

    /**
     * Keeps the book of a symbol until that book or this object is closed. The book is empty until
     * {@link LiveBook#whole()} completes. A closed book no longer changes, and causes no more work in the exchange.
     *
     * @return the existing book if the symbol is already kept
     * @throws ExchangeClosedException if the exchange is not running
     */
    public LiveBook add(final int symbol) {
        final LiveBook added = new LiveBook(exchange, symbol, watcher, listener, this);
        final LiveBook known = books.putIfAbsent(symbol, added);
        if (known != null) {
            return known;
        }
        try {
            added.subscribe();
        } catch (RuntimeException e) {
            books.remove(symbol, added);
            throw e;
        }
        return added;
    }

    /** The book of a symbol; null if it is not kept. */
    public @Nullable LiveBook book(final int symbol) {
        return books.get(symbol);
    }

    /** All books that are kept, in no order. */
    public Collection<LiveBook> all() {
        return List.copyOf(books.values());
    }

    /** Ends all subscriptions; the last states stay readable. The watcher's thread may call it too. */
    @Override
    public void close() {
        isClosed = true;
        final Subscription added = subscription;
        if (added != null) {
            added.close();
        }
        books.values().forEach(LiveBook::close);
    }

    /** Records that a book needs the next result, whatever its type. Any thread. */
    void mustTellNext() {
        mustTell = true;
    }

    /** Records that a book is no longer kept. Any thread. */
    void left(final LiveBook book) {
        if (isClosed) {
            return; // after the end, the last states stay readable
        }
        if (!endWithTheirBook) {
            unsubscribe(book.symbol()); // before the removal, so that a new book of the symbol subscribes later
        }
        books.remove(book.symbol(), book);
        if (endWithTheirBook) {
            close();
        }
    }

    private void unsubscribe(final int symbol) {
        try {
            final CompletableFuture<OrderBookReport> unused =
                    exchange.query(new UnsubscribeBookQuery(symbol, listener));
        } catch (ExchangeClosedException | IllegalStateException e) {
            // closed, or the ring is full: the subscription lasts until all books are closed
        }
    }

    /** The listener of the exchange, called on the delivery thread. */
    private final class Listener implements ExchangeListener {

        @Override
        public void onResult(final ResultView result) {
            if (mustTell || LiveBook.isOfBooks(result.typeCode())) {
                mustTell = false; // first: a book that cannot subscribe now sets it again
                tellAll(result);
            }
        }

        private void tellAll(final ResultView result) {
            RuntimeException failure = null;
            for (final LiveBook book : books.values()) {
                try {
                    book.onResult(result);
                } catch (RuntimeException e) { // the other books are called all the same
                    if (failure == null) {
                        failure = e;
                    } else {
                        failure.addSuppressed(e);
                    }
                }
            }
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public void onBookSnapshot(final OrderBookReport snapshot) {
            final LiveBook book = books.get(snapshot.symbol());
            if (book != null) {
                book.onSnapshot(snapshot);
            }
        }

        @Override
        public void onBookChange(final BookChangeView change) {
            final LiveBook book = books.get(change.symbol());
            if (book != null) {
                book.onChange(change);
            }
        }

        @Override
        public void onClosed() {
            final ExchangeClosedException cause = new ExchangeClosedException("the exchange was closed");
            books.values().forEach(book -> book.onEnd(cause));
        }

        @Override
        public void onFatal(final Throwable cause) {
            books.values().forEach(book -> book.onEnd(cause));
        }
    }
}
