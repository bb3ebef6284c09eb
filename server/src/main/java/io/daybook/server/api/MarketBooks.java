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
 * The books of all listings, kept from the first request that needs one until a minute behind the last, or while
 * somebody has a subscription. Without them the engine tells no changes of books, and the thread that delivers keeps
 * none. Any thread.
 */
final class MarketBooks implements AutoCloseable {
    static final long IDLE_NS = TimeUnit.MINUTES.toNanos(1);

    /** A book that is not whole by then is shown as far as it is. */
    private static final long WHOLE_S = 5;

    private static final Logger LOG = LoggerFactory.getLogger(MarketBooks.class);

    private final Exchange exchange;
    private final LiveBook.Watcher watcher;
    private final Supplier<Collection<Integer>> symbols;
    private final Executor mayWait;
    private final Clock clock;

    /** Done when all are whole; null while none are kept. Changes under the lock of this. */
    private volatile @Nullable CompletableFuture<LiveBooks> books;

    /** Those that were opened last: they can be read when they are closed, too. */
    private volatile @Nullable LiveBooks opened;

    private volatile long usedNs;
    private volatile boolean isKeptOpen;

    // Guarded by this.
    private boolean isClosed;

    /**
     * None are kept yet.
     *
     * @param symbols of all listings, whenever it is asked
     * @param mayWait carries out what waits for room in the ring
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
     * Somebody needs a book. Does not wait.
     *
     * @return done at once where they are kept already; fails with a {@code Problem} where it takes too long
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

    /** The next one to ask begins anew. */
    private synchronized void failed(final CompletableFuture<LiveBooks> begun) {
        if (books == begun) {
            books = null;
        }
    }

    /** The same, and from now on they are kept for good. */
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
                .handle((unused, failure) -> subscribed) // of a symbol that is not there, there is an empty book
                .completeOnTimeout(subscribed, WHOLE_S, TimeUnit.SECONDS);
    }

    /**
     * A further symbol is among {@link #symbols} now. Where books are kept or being opened, its own is from now on;
     * waits for that, and for room in the ring.
     *
     * @throws IllegalStateException when the ring is full for too long, or the exchange is not running
     */
    void add(final int symbol) {
        final CompletableFuture<LiveBooks> known;
        synchronized (this) { // those who begin behind this see the symbol
            known = books;
        }
        final LiveBooks there =
                known == null ? null : known.exceptionally(failure -> null).join();
        if (there != null) {
            final LiveBook unused = there.add(symbol);
        }
    }

    /**
     * The book of a symbol, behind {@link #open}.
     *
     * @throws io.daybook.server.http.Problem where there is none
     */
    LiveBook book(final int symbol) {
        final LiveBooks there = opened;
        final LiveBook book = there == null ? null : there.book(symbol);
        if (book == null) {
            throw Waiting.busy();
        }
        return book;
    }

    /** Whether they are kept, or being opened. */
    boolean isOpen() {
        return books != null;
    }

    /**
     * Closes them where nobody has asked for a minute; by and by, elsewhere. Asked every second.
     *
     * @param isNeeded whether somebody may have a subscription: then they are kept, and opened where that failed
     */
    void closeIdle(final boolean isNeeded) {
        final CompletableFuture<LiveBooks> known = books;
        if (isNeeded) {
            final CompletionStage<?> unused = open();
        } else if (known != null && known.isDone() && isIdle()) {
            try {
                mayWait.execute(() -> endIdle(known));
            } catch (RejectedExecutionException e) {
                LOG.debug("books that nobody needs are closed later", e);
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

    /** Waits for room in the ring, so it holds no lock. */
    private static void end(final CompletableFuture<LiveBooks> known) {
        final CompletableFuture<?> unused = known.thenAccept(LiveBooks::close);
    }
}
