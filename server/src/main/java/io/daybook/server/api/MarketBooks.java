package io.daybook.server.api;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.LiveBook;
import io.daybook.api.LiveBooks;
import io.daybook.journal.host.Clock;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The books of all listings while somebody looks: from the first request that may need them until a minute behind the
 * last, or while a socket is open. Nobody else pays for them: neither the engine, which tells no changes of books that
 * nobody subscribed to, nor the thread that delivers. Any thread.
 */
final class MarketBooks implements AutoCloseable {
    static final long IDLE_NS = TimeUnit.MINUTES.toNanos(1);

    /** A book that is not whole by then is shown as far as it is. */
    private static final long WHOLE_S = 5;

    private final Exchange exchange;
    private final LiveBook.Watcher watcher;
    private final Supplier<Collection<Integer>> symbols;
    private final Executor mayWait;
    private final Clock clock;

    /** Done when all are whole; null while nobody looks. Guarded by this where it changes. */
    private volatile @Nullable CompletableFuture<LiveBooks> books;

    // Guarded by this.
    private long usedNs;
    private boolean isKept;
    private boolean isClosed;

    /**
     * None are kept yet.
     *
     * @param symbols of all listings, whenever it is asked
     * @param mayWait opens the books: what it carries out waits for room in the ring
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
     * Somebody is about to look.
     *
     * @return done at once where the books are kept already; fails with a {@code Problem} where there is too much to do
     */
    synchronized CompletionStage<?> look() {
        usedNs = clock.nanoTime();
        final CompletableFuture<LiveBooks> known = books;
        if (known != null) {
            return known;
        }
        if (isClosed) {
            return CompletableFuture.failedFuture(Waiting.busy());
        }
        try {
            final CompletableFuture<LiveBooks> begun =
                    CompletableFuture.supplyAsync(this::open, mayWait).thenCompose(MarketBooks::whole);
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

    /** Keeps them for good, from now on; waits for room in the ring. */
    void keep() {
        final LiveBooks opened = open();
        synchronized (this) {
            isKept = true;
            books = CompletableFuture.completedFuture(opened);
        }
    }

    /** The next one to look begins anew. */
    private synchronized void failed(final CompletableFuture<LiveBooks> begun) {
        if (books == begun) {
            books = null;
        }
    }

    private LiveBooks open() {
        final LiveBooks opened = LiveBooks.open(exchange, watcher);
        try {
            symbols.get().forEach(opened::add);
            return opened;
        } catch (ExchangeClosedException e) {
            opened.close();
            throw e;
        } catch (IllegalStateException e) { // the ring is full
            opened.close();
            throw Waiting.busy();
        }
    }

    private static CompletableFuture<LiveBooks> whole(final LiveBooks opened) {
        final List<CompletableFuture<LiveBook>> wholes =
                opened.all().stream().map(LiveBook::whole).toList();
        return CompletableFuture.allOf(wholes.toArray(new CompletableFuture<?>[0]))
                .handle((unused, failure) -> opened) // of a symbol that is not there, there is an empty book
                .completeOnTimeout(opened, WHOLE_S, TimeUnit.SECONDS);
    }

    /** A further symbol is listed. Where the books are kept, its own is from now on; waits for room in the ring. */
    void add(final int symbol) {
        final CompletableFuture<LiveBooks> known = books;
        if (known != null) {
            final CompletableFuture<?> unused = known.isDone()
                    ? known.thenAccept(opened -> opened.add(symbol))
                    : known.thenAcceptAsync(opened -> opened.add(symbol), mayWait);
        }
    }

    /**
     * The book of a symbol, behind {@link #look}.
     *
     * @throws io.daybook.server.http.Problem where it is not kept
     */
    LiveBook book(final int symbol) {
        final CompletableFuture<LiveBooks> known = books;
        final LiveBooks opened = known == null || known.isCompletedExceptionally() ? null : known.getNow(null);
        final LiveBook book = opened == null ? null : opened.book(symbol);
        if (book == null) {
            throw Waiting.busy();
        }
        return book;
    }

    /** Whether they are kept now. */
    boolean isOpen() {
        return books != null;
    }

    /**
     * Keeps them no longer where nobody has looked for a minute. Asked now and then.
     *
     * @param isNeeded whether somebody goes on looking
     */
    synchronized void rest(final boolean isNeeded) {
        final CompletableFuture<LiveBooks> known = books;
        if (known == null || isKept || !known.isDone()) {
            return;
        }
        if (isNeeded) {
            usedNs = clock.nanoTime();
        } else if (clock.nanoTime() - usedNs > IDLE_NS) {
            end(known);
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        final CompletableFuture<LiveBooks> known = books;
        if (known != null) {
            end(known);
        }
    }

    private void end(final CompletableFuture<LiveBooks> known) {
        books = null;
        final CompletableFuture<?> unused = known.thenAccept(LiveBooks::close);
    }
}
