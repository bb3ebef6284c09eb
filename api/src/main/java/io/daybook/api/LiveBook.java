package io.daybook.api;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The book of one symbol, kept up to date from a running exchange: it subscribes by {@link SubscribeBookQuery}, takes
 * the snapshot, page by page if the book is deep, applies each change, checks that none is missing, and subscribes
 * again if one is, or if the symbol exists again after a {@link Reset} has ended the subscription. If the ring was full
 * for too long, it subscribes with the next result.
 *
 * <pre>{@code
 * try (LiveBook book = LiveBook.open(exchange, BTC_EUR)) {
 *     book.whole().join();
 *     long spread = book.bestAsk() - book.bestBid();
 * }
 * }</pre>
 *
 * <p>The exchange's delivery thread writes, any thread reads; each method sees the book between two commands. A change
 * allocates nothing once the book has reached its greatest depth. A feed uses {@link ExchangeListener#onBookChange}
 * directly. For many books of one exchange use {@link LiveBooks}.
 */
public final class LiveBook implements AutoCloseable {
    private static final long NONE = -1;
    private static final int RESET = CommandType.RESET.code();
    private static final int ADD_SYMBOL = CommandType.ADD_SYMBOL.code();
    private static final int ADD_SYMBOLS = CommandType.ADD_SYMBOLS.code();

    private final Exchange exchange;
    private final int symbol;
    private final Watcher watcher;
    private final ExchangeListener listener;
    private final LiveBooks owner;
    private final CompletableFuture<LiveBook> whole = new CompletableFuture<>();

    // Guarded by this.
    private final BookSide asks = new BookSide(Side.ASK);
    private final BookSide bids = new BookSide(Side.BID);
    private long seq;
    private long snapshotSeq = NONE;
    private long lastChange = NONE;
    private boolean isWhole;

    // Set when an answer arrives, read by the delivery thread.
    private volatile boolean mustSubscribe;

    private volatile @Nullable Throwable thrown;

    private volatile boolean isClosed;

    /**
     * Receives the changes of a book, on the delivery thread: be quick. An exception is treated like that of a
     * listener; an exception in a call that follows the pages of a deep book is thrown at the next result.
     */
    public interface Watcher {
        /** All levels are there, as of {@link #seq()}: for the first time, or again after a reset or a gap. */
        void onWhole(LiveBook book);

        /**
         * A command changed the complete book; the book already includes the change.
         *
         * @param change valid during the call only
         */
        void onChange(LiveBook book, BookChangeView change);

        /** A {@link Reset} removed the book. */
        void onCleared(LiveBook book);
    }

    /** The result of applying a change. */
    private enum Applied {
        /** There is no book to apply the change to. */
        NO_BOOK,
        /** An earlier change is missing. */
        GAP,
        /** The change is applied, and pages of the book are still missing. */
        IN_PART,
        /** The change is applied to the complete book. */
        WHOLE
    }

    /**
     * A book that receives nothing until {@link #subscribe}.
     *
     * @param listener the owner's listener, which forwards the calls of the exchange to this book
     * @param owner is notified, on any thread, when this book needs the next result, of whatever type, and when the
     *     book is closed
     */
    LiveBook(
            final Exchange exchange,
            final int symbol,
            final Watcher watcher,
            final ExchangeListener listener,
            final LiveBooks owner) {
        this.exchange = exchange;
        this.symbol = symbol;
        this.watcher = watcher;
        this.listener = listener;
        this.owner = owner;
    }

    /**
     * Keeps the book of a symbol until it is closed. It is empty until {@link #whole()} completes. Must not be called
     * in a callback of a listener.
     */
    public static LiveBook open(final Exchange exchange, final int symbol) {
        return open(exchange, symbol, book -> {});
    }

    /**
     * Keeps the book of a symbol and calls an action after each change.
     *
     * @param onChange called on the delivery thread after each command that changed the book, and after each snapshot:
     *     be quick. An exception is treated like that of a listener; an exception in a call that follows the pages of a
     *     deep book is thrown at the next result
     */
    public static LiveBook open(final Exchange exchange, final int symbol, final Consumer<LiveBook> onChange) {
        return open(exchange, symbol, new Watcher() {
            @Override
            public void onWhole(final LiveBook book) {
                onChange.accept(book);
            }

            @Override
            public void onChange(final LiveBook book, final BookChangeView change) {
                onChange.accept(book);
            }

            @Override
            public void onCleared(final LiveBook book) {
                onChange.accept(book);
            }
        });
    }

    /** Keeps the book of a symbol with a watcher, which receives each change, for instance to send it on. */
    public static LiveBook open(final Exchange exchange, final int symbol, final Watcher watcher) {
        return LiveBooks.alone(exchange, symbol, watcher);
    }

    /**
     * Returns a future that completes with this book, on the delivery thread, once all its levels are there for the
     * first time.
     *
     * @return a future; it fails with {@link QueryRefusedException} if there is no such symbol, or with the failure of
     *     the exchange
     */
    public CompletableFuture<LiveBook> whole() {
        return whole.copy();
    }

    /**
     * Whether all levels are there, as of {@link #seq()}; false before the first snapshot, after a reset, and when the
     * exchange has ended.
     */
    public synchronized boolean isWhole() {
        return isWhole;
    }

    /** The symbol of the book. */
    public int symbol() {
        return symbol;
    }

    /**
     * The seq of the last command that changed the book, or after which the snapshot was taken; 0 before the first
     * snapshot.
     */
    public synchronized long seq() {
        return seq;
    }

    /** The highest bid, in ticks; 0 if there is none. */
    public synchronized long bestBid() {
        return bids.best();
    }

    /** The lowest ask, in ticks; 0 if there is none. */
    public synchronized long bestAsk() {
        return asks.best();
    }

    /** Lots at a price; 0 if there are none. */
    public synchronized long size(final Side side, final long price) {
        return levels(side).size(price);
    }

    /**
     * The best levels as they are now, best first.
     *
     * @param depth the most levels per side; 0 for all
     */
    public synchronized OrderBookReport report(final int depth) {
        if (depth < 0) {
            throw new IllegalArgumentException("depth must not be negative: depth=" + depth);
        }
        final int most = depth == 0 ? Integer.MAX_VALUE : depth;
        return new OrderBookReport(
                seq,
                ResultCode.SUCCESS,
                symbol,
                asks.first(most),
                bids.first(most),
                asks.levels() > most,
                bids.levels() > most);
    }

    /**
     * The best levels as they are now if all levels are there; null if {@link #isWhole()} is false.
     *
     * @param depth the most levels per side; 0 for all
     */
    public synchronized @Nullable OrderBookReport wholeReport(final int depth) {
        return isWhole ? report(depth) : null;
    }

    /** Ends the subscription; the last state stays readable. Any thread may call it, also that of the watcher. */
    @Override
    public void close() {
        isClosed = true;
        owner.left(this);
        synchronized (this) {
            isWhole = false;
        }
        whole.cancel(false);
    }

    private BookSide levels(final Side side) {
        return side == Side.ASK ? asks : bids;
    }

    void subscribe() {
        final CompletableFuture<Void> unused = exchange.query(new SubscribeBookQuery(symbol, listener))
                .thenAccept(answer -> {
                    if (answer.code() != ResultCode.SUCCESS) {
                        whole.completeExceptionally(
                                new QueryRefusedException(answer.code(), "there is no symbol " + symbol));
                    }
                })
                .exceptionally(failure -> {
                    if (failure.getCause() instanceof TimeoutException) {
                        subscribeLater(); // the ring was full for too long, and the query was not sent
                    } else {
                        whole.completeExceptionally(failure);
                    }
                    return null;
                });
    }

    private void subscribeLater() {
        mustSubscribe = true;
        owner.mustTellNext();
    }

    /**
     * Subscribes again, on the delivery thread. That thread must not wait: if the ring is full, it tries again with the
     * next command.
     */
    private void subscribeAnew() {
        synchronized (this) {
            isWhole = false;
        }
        try {
            mustSubscribe = false;
            subscribe();
        } catch (ExchangeClosedException e) {
            whole.completeExceptionally(e);
        } catch (IllegalStateException e) {
            subscribeLater();
        }
    }

    private synchronized void restart(final OrderBookReport snapshot) {
        asks.clear();
        bids.clear();
        snapshotSeq = snapshot.seq();
        seq = snapshot.seq();
        lastChange = NONE;
        isWhole = false;
        take(snapshot);
    }

    /** Applies a page. It is never older than the known levels, because answers and changes arrive in one sequence. */
    private synchronized void take(final OrderBookReport page) {
        page.asks().forEach(level -> asks.put(level.price(), level.size(), level.orders()));
        page.bids().forEach(level -> bids.put(level.price(), level.size(), level.orders()));
        isWhole = !page.moreAsks() && !page.moreBids();
    }

    private void takePage(final OrderBookReport page, final long ofSnapshot) {
        if (isClosed || page.code() != ResultCode.SUCCESS || !isOf(ofSnapshot)) {
            return; // a reset or a newer snapshot came meanwhile
        }
        take(page);
        goOn(page, ofSnapshot);
    }

    private void continueWith(final OrderBookReport page, final @Nullable Throwable failure, final long ofSnapshot) {
        if (failure != null) {
            subscribeLater(); // for instance because the ring was full for too long
            return;
        }
        try {
            takePage(page, ofSnapshot);
        } catch (RuntimeException | Error e) {
            thrown = e; // the future would swallow it; the next result throws it
            owner.mustTellNext();
        }
    }

    private synchronized boolean isOf(final long snapshot) {
        return snapshotSeq == snapshot;
    }

    private void goOn(final OrderBookReport page, final long ofSnapshot) {
        if (!page.moreAsks() && !page.moreBids()) {
            try {
                watcher.onWhole(this);
            } finally {
                whole.complete(this); // last, so that a caller who waited for it sees the effects of the watcher
            }
            return;
        }
        try {
            final CompletableFuture<OrderBookReport> unused = exchange.query(page.following(0))
                    .whenComplete((next, failure) -> continueWith(next, failure, ofSnapshot));
        } catch (ExchangeClosedException e) {
            whole.completeExceptionally(e);
        } catch (IllegalStateException e) {
            subscribeLater();
        }
    }

    /** Applies a change. Takes the lock only once, because the delivery thread may have to wait for it. */
    private synchronized Applied apply(final BookChangeView change) {
        if (snapshotSeq == NONE) {
            return Applied.NO_BOOK;
        }
        final boolean isNext =
                lastChange == NONE ? change.previousSeq() <= snapshotSeq : change.previousSeq() == lastChange;
        if (!isNext) {
            return Applied.GAP;
        }
        lastChange = change.seq();
        seq = change.seq();
        for (int i = 0; i < change.levelCount(); i++) {
            final LevelChangeView level = change.level(i);
            levels(level.side()).put(level.price(), level.size(), level.orders());
        }
        return isWhole ? Applied.WHOLE : Applied.IN_PART;
    }

    private synchronized void clear() {
        asks.clear();
        bids.clear();
        snapshotSeq = NONE;
        isWhole = false;
    }

    private synchronized void end() {
        isWhole = false;
    }

    private void rethrow() {
        final Throwable late = thrown;
        thrown = null;
        if (late instanceof RuntimeException exception) {
            throw exception;
        } else if (late instanceof Error error) {
            throw error;
        }
    }

    // ---- calls of the exchange; the delivery thread -------------------------------------------------------------

    /** Whether results of a type may end or begin a book. */
    static boolean isOfBooks(final int typeCode) {
        return typeCode == RESET || typeCode == ADD_SYMBOL || typeCode == ADD_SYMBOLS;
    }

    void onResult(final ResultView result) {
        rethrow();
        final int type = result.typeCode();
        if (type == RESET && result.isSuccess() && !isOf(NONE)) {
            clear();
            watcher.onCleared(this);
        }
        final boolean mayBeThere = (type == ADD_SYMBOL || type == ADD_SYMBOLS) && isOf(NONE);
        if (mustSubscribe || mayBeThere) {
            subscribeAnew();
        }
    }

    void onSnapshot(final OrderBookReport snapshot) {
        if (!isClosed) {
            restart(snapshot);
            goOn(snapshot, snapshot.seq());
        }
    }

    void onChange(final BookChangeView change) {
        final Applied applied = apply(change);
        if (applied == Applied.GAP) {
            subscribeAnew();
        } else if (applied == Applied.WHOLE) {
            watcher.onChange(this, change);
        }
    }

    void onEnd(final Throwable cause) {
        end();
        whole.completeExceptionally(cause);
    }
}
