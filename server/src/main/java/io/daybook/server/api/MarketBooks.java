package io.daybook.server.api;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.LiveBook;
import io.daybook.api.LiveBooks;
import io.daybook.host.Clock;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The books of all listings, kept while there is a subscription, and until a minute after the last request that needed
 * one. Without them the engine publishes no changes of books, and the delivery thread keeps no books. Any thread.
 */
final class MarketBooks implements AutoCloseable {
    static final long IDLE_NS = TimeUnit.MINUTES.toNanos(1);

    /** The longest wait for complete books; after it, incomplete books are shown. */
    private static final long WHOLE_S = 5;

    private static final Logger LOG = LoggerFactory.getLogger(MarketBooks.class);

    private final Exchange exchange;
    private final LiveBook.Watcher watcher;
    private final Supplier<Collection<Integer>> symbols;
    private final Executor mayWait;
    private final Clock clock;

    /** Completes when all books are complete; null while no books are kept. Changed under the lock of this object. */
    private volatile @Nullable CompletableFuture<LiveBooks> books;

    /** The books that were opened last, which can be read after they are closed. */
    private volatile @Nullable LiveBooks opened;

    private volatile long usedNs;
    private volatile boolean isKeptOpen;

    // Guarded by this object.
    private boolean isClosed;

    /**
     * Keeps no books before {@link #open}.
     *
     * @param symbols the symbols of all listings at the time of the call
     * @param mayWait the executor of tasks that wait for room in the ring
     */
    MarketBooks(
            final Exchange exchange,
            final LiveBook.Watcher watcher,
            final Supplier<Collection<Integer>> symbols,
            final Executor mayWait,
            final Clock clock) {
        this.exchange = exchange;
        this.watcher = watcher;
        this.symbols = symbols;
        this.mayWait = mayWait;
        this.clock = clock;
    }

    /**
     * Opens the books for a request that needs one. Does not wait.
     *
     * @return completes once the books are kept, at once if they already are; fails with a {@code Problem} if that
     *     takes too long
     */
    CompletionStage<?> open() {
        usedNs = clock.nanoTime();
        final CompletableFuture<LiveBooks> known = books;
        final CompletableFuture<LiveBooks> begun = known == null ? begin() : known;
        return begun.isDone()
                ? begun
                : begun.copy()
                        .orTimeout(2 * WHOLE_S, TimeUnit.SECONDS)
                        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(reason(failure)));
    }

    private synchronized CompletableFuture<LiveBooks> begin() {
        final CompletableFuture<LiveBooks> known = books;
        if (known != null) {
            return known;
        }
        if (isClosed) {
            return CompletableFuture.failedFuture(Waiting.busy());
        }
        try {
            final CompletableFuture<LiveBooks> begun =
                    CompletableFuture.supplyAsync(this::subscribe, mayWait).thenCompose(MarketBooks::whole);
            books = begun;
            final CompletableFuture<?> unused = begun.exceptionally(failure -> {
                failed(begun);
                return null;
            });
            return begun;
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(Waiting.busy());
        }
    }

    private static Throwable reason(final Throwable failure) {
        final Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof TimeoutException ? Waiting.busy() : cause;
    }

    /** Removes a failed opening, so that the next request begins a new one. */
    private synchronized void failed(final CompletableFuture<LiveBooks> begun) {
        if (books == begun) {
            books = null;
        }
    }

    /** Opens the books and keeps them for good. */
    CompletionStage<?> keepOpen() {
        isKeptOpen = true;
        return open();
    }

    private LiveBooks subscribe() {
        final LiveBooks subscribed = LiveBooks.open(exchange, watcher);
        try {
            symbols.get().forEach(subscribed::add);
            opened = subscribed;
            return subscribed;
        } catch (ExchangeClosedException e) {
            subscribed.close();
            throw e;
        } catch (IllegalStateException e) { // the ring is full
            subscribed.close();
            throw Waiting.busy();
        }
    }

    private static CompletableFuture<LiveBooks> whole(final LiveBooks subscribed) {
        final List<CompletableFuture<LiveBook>> wholes =
                subscribed.all().stream().map(LiveBook::whole).toList();
        return CompletableFuture.allOf(wholes.toArray(new CompletableFuture<?>[0]))
                .handle((unused, failure) -> subscribed) // a missing symbol has an empty book
                .completeOnTimeout(subscribed, WHOLE_S, TimeUnit.SECONDS);
    }

    /**
     * Adds the book of a symbol that is new among {@link #symbols}, if books are kept or being opened. Waits until they
     * are open, and for room in the ring.
     *
     * @throws IllegalStateException when the ring is full for too long, or the exchange is not running
     */
    void add(final int symbol) {
        final CompletableFuture<LiveBooks> known;
        synchronized (this) { // an opening that begins later includes the symbol
            known = books;
        }
        final LiveBooks there =
                known == null ? null : known.exceptionally(failure -> null).join();
        if (there != null) {
            final LiveBook unused = there.add(symbol);
        }
    }

    /**
     * The book of a symbol; only after {@link #open}.
     *
     * @throws io.daybook.server.http.Problem if there is no such book
     */
    LiveBook book(final int symbol) {
        final LiveBooks there = opened;
        final LiveBook book = there == null ? null : there.book(symbol);
        if (book == null) {
            throw Waiting.busy();
        }
        return book;
    }

    /** Returns whether the books are kept, or being opened. */
    boolean isOpen() {
        return books != null;
    }

    /**
     * Closes the books if no request needed them for a minute, gradually, on another thread. Called every second.
     *
     * @param isNeeded whether there may be a subscription; if so, the books are kept, and opened again if an opening
     *     has failed
     */
    void closeIdle(final boolean isNeeded) {
        final CompletableFuture<LiveBooks> known = books;
        if (isNeeded) {
            final CompletionStage<?> unused = open();
        } else if (known != null && known.isDone() && isIdle()) {
            try {
                mayWait.execute(() -> endIdle(known));
            } catch (RejectedExecutionException e) {
                LOG.debug("unused books are closed later", e);
            }
        }
    }

    private boolean isIdle() {
        return !isKeptOpen && clock.nanoTime() - usedNs > IDLE_NS;
    }

    private void endIdle(final CompletableFuture<LiveBooks> known) {
        synchronized (this) {
            if (books != known || !isIdle()) {
                return;
            }
            books = null;
        }
        end(known);
    }

    @Override
    public void close() {
        final CompletableFuture<LiveBooks> known;
        synchronized (this) {
            isClosed = true;
            known = books;
            books = null;
        }
        if (known != null) {
            end(known);
        }
    }

    /** Closes the books. Holds no lock, because it waits for room in the ring. */
    private static void end(final CompletableFuture<LiveBooks> known) {
        final CompletableFuture<?> unused = known.thenAccept(LiveBooks::close);
    }
}
