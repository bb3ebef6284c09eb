package io.daybook.gateway.fix.marketdata;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.Listing;
import io.daybook.api.LiveBook;
import io.daybook.api.LiveBooks;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.QueryRefusedException;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.Subscription;
import io.daybook.gateway.fix.session.FixSession;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import quickfix.Message;

/**
 * The subscriptions to books, and these books. One thread calls everything but {@link #close}; answers of the exchange
 * reach that thread through its queue.
 */
final class Subscriptions {
    /** The most subscriptions of a session, each to one listing. */
    static final int LIMIT = 1_000;

    /** The most unsent bytes of a connection that still gets changes. */
    static final long MOST_UNSENT = 262_144;

    /** The unsent bytes below which a stale connection gets the book again. */
    private static final long FEW_UNSENT = 65_536;

    private final Consumer<Runnable> own;
    private final TreeMap<Integer, Book> books = new TreeMap<>();

    /** Books that are not followed yet. */
    private final Set<Integer> toSubscribe = new LinkedHashSet<>();

    private boolean isEnded;
    private @Nullable Exchange exchange;
    private @Nullable BookListener listener;
    private @Nullable Subscription listening;
    private @Nullable LiveBooks live;

    /**
     * Creates an object without subscriptions.
     *
     * @param own accepts tasks from any thread, and runs them on the thread that owns this object
     */
    Subscriptions(final Consumer<Runnable> own) {
        this.own = own;
    }

    void open(final Exchange running, final BookListener watcher) {
        exchange = running;
        listener = watcher;
        listening = running.addListener(watcher);
        live = LiveBooks.open(running, watcher);
    }

    void close() {
        final Subscription added = listening;
        final LiveBooks opened = live;
        if (added != null && opened != null) {
            added.close();
            opened.close();
        }
    }

    // ---- requests ------------------------------------------------------------------------------------------------

    /** Handles a V that was not refused. */
    void request(final MdRequest request, final FixSession session) {
        final int count = count(session, null);
        final boolean isKnown = count(session, request.id()) > 0;
        if (request.kind() == MdRequest.UNSUBSCRIBE) {
            if (isKnown) {
                remove(session, request.id());
            } else {
                refuse(session, request.id(), MdRequest.NO_REASON, "no subscription has this 262");
            }
        } else if (isKnown) {
            refuse(
                    session,
                    request.id(),
                    MdRequest.DUPLICATE_ID,
                    "a subscription has this 262: end it, or take another");
        } else if (request.kind() == MdRequest.SNAPSHOT) {
            request.listings().forEach(listing -> showOnce(request, session, listing));
        } else if (count + request.listings().size() > LIMIT) {
            refuse(
                    session,
                    request.id(),
                    MdRequest.INSUFFICIENT_BANDWIDTH,
                    "a session may have at most " + LIMIT + " subscriptions: it has " + count);
        } else {
            request.listings().forEach(listing -> subscribe(request, session, listing));
        }
    }

    private static void refuse(final FixSession session, final String id, final char reason, final String text) {
        session.send(MdMessages.reject(MdRequest.refused(id, reason, text)));
    }

    private int count(final FixSession session, final @Nullable String id) {
        int count = 0;
        for (final Book book : books.values()) {
            for (final MdSubscription subscription : book.subscriptions()) {
                count += subscription.isOf(session, id) ? 1 : 0;
            }
        }
        return count;
    }

    private void showOnce(final MdRequest request, final FixSession session, final Listing listing) {
        try {
            final CompletableFuture<OrderBookReport> unused = Objects.requireNonNull(exchange)
                    .query(new OrderBookQuery(listing.symbol(), request.limit()))
                    .whenComplete((report, failure) -> own.accept(
                            failure == null
                                    ? () -> showOnce(request, session, listing, report)
                                    : () -> refuse(
                                            session,
                                            request.id(),
                                            MdRequest.INSUFFICIENT_BANDWIDTH,
                                            "the exchange is busy: ask again")));
        } catch (ExchangeClosedException e) {
            isEnded = true;
        }
    }

    private void showOnce(
            final MdRequest request, final FixSession session, final Listing listing, final OrderBookReport report) {
        if (report.code() != ResultCode.SUCCESS) {
            refuse(session, request.id(), MdRequest.UNKNOWN_SYMBOL, notTraded(listing));
            return;
        }
        final Book followed = books.get(listing.symbol());
        final Book once = new Book(listing);
        once.restart(report);
        session.send(MdMessages.snapshot(
                new MdSubscription(session, request.id(), request.entryTypes(), request.limit()),
                once.decimals(),
                once.levels(),
                once.seq(),
                followed == null ? null : followed.lastTrade()));
    }

    private static String notTraded(final Listing listing) {
        return "the exchange does not have the listing " + listing.name();
    }

    private void subscribe(final MdRequest request, final FixSession session, final Listing listing) {
        Book book = books.get(listing.symbol());
        if (book == null) {
            book = new Book(listing);
            books.put(listing.symbol(), book);
            toSubscribe.add(listing.symbol());
            follow();
        }
        book.subscriptions().add(new MdSubscription(session, request.id(), request.entryTypes(), request.limit()));
    }

    /** Ends all subscriptions of a session whose connection has ended. */
    void end(final FixSession session) {
        remove(session, null);
    }

    private void remove(final FixSession session, final @Nullable String id) {
        final List<Integer> left = new ArrayList<>();
        books.forEach((symbol, book) -> {
            book.subscriptions().removeIf(subscription -> subscription.isOf(session, id));
            if (book.subscriptions().isEmpty()) {
                left.add(symbol);
            }
        });
        for (final Integer symbol : left) {
            books.remove(symbol);
            unfollow(symbol);
        }
        if (!left.isEmpty()) {
            follow();
        }
    }

    private void follow() {
        Objects.requireNonNull(listener)
                .followed(books.keySet().stream().mapToInt(Integer::intValue).toArray());
    }

    // ---- books ---------------------------------------------------------------------------------------------------

    private void begin(final int symbol) {
        try {
            final CompletableFuture<LiveBook> unused = Objects.requireNonNull(live)
                    .add(symbol)
                    .whole()
                    .exceptionally(failure -> {
                        if (failure.getCause() instanceof QueryRefusedException) { // a copied future wraps the failure
                            own.accept(() -> refuseAll(symbol));
                        }
                        return null;
                    });
        } catch (ExchangeClosedException e) {
            isEnded = true;
        }
    }

    private void unfollow(final int symbol) {
        toSubscribe.remove(symbol);
        final LiveBook kept = Objects.requireNonNull(live).book(symbol);
        if (kept != null) {
            kept.close();
        }
    }

    private void refuseAll(final int symbol) {
        final Book book = books.remove(symbol);
        if (book == null) {
            return;
        }
        for (final MdSubscription subscription : book.subscriptions()) {
            refuse(
                    subscription.session(),
                    subscription.requestId(),
                    MdRequest.UNKNOWN_SYMBOL,
                    notTraded(book.listing()));
        }
        unfollow(symbol);
        follow();
    }

    /** Starts all books again, because changes were missed. */
    void restartAll() {
        books.forEach(this::restart);
    }

    private void restart(final int symbol, final Book book) {
        book.forget();
        final LiveBook kept = Objects.requireNonNull(live).book(symbol);
        if (kept == null) {
            toSubscribe.add(symbol);
            return;
        }
        final OrderBookReport report = kept.wholeReport(0);
        if (report != null) {
            whole(report);
        } // else the live book becomes whole later, and whole() is called then
    }

    /** Called when a book has all levels, for the first time or again. */
    void whole(final OrderBookReport report) {
        final Book book = books.get(report.symbol());
        if (book != null && (!book.isWhole() || report.seq() >= book.seq())) {
            book.restart(report);
            book.subscriptions().forEach(subscription -> subscription.stale(true));
        }
    }

    /** Called when a reset has removed a book; it is whole again once its symbol is back. */
    void cleared(final int symbol) {
        final Book book = books.get(symbol);
        if (book != null) {
            book.forget();
        }
    }

    void change(final int symbol, final Change change) {
        final Book book = books.get(symbol);
        if (book == null || !book.isWhole() || change.seq() <= book.seq()) {
            return; // the book already includes the change
        }
        if (!book.apply(change)) {
            restart(symbol, book);
        } else {
            book.subscriptions().forEach(subscription -> tell(book, subscription, change));
        }
    }

    private static void tell(final Book book, final MdSubscription subscription, final Change change) {
        if (!isTold(subscription)) {
            return;
        }
        final Message update = MdMessages.update(subscription);
        for (final Side side : Side.values()) {
            if (subscription.wants(side)) {
                subscription
                        .depth()
                        .update(
                                side,
                                book.levels().of(side),
                                change.prices(side),
                                (was, is) -> MdMessages.addLevel(update, book.decimals(), side, was, is, change.seq()));
            }
        }
        if (update.hasGroup(MdTags.NO_MD_ENTRIES)) {
            send(subscription, update);
        }
    }

    void trades(final int symbol, final List<Trade> trades) {
        final Book book = books.get(symbol);
        if (book == null) {
            return;
        }
        book.lastTrade(trades.get(trades.size() - 1));
        for (final MdSubscription subscription : book.subscriptions()) {
            if (subscription.wants(MdTags.TRADE) && isTold(subscription)) {
                final Message update = MdMessages.update(subscription);
                trades.forEach(trade -> MdMessages.addTrade(update, book.decimals(), trade));
                send(subscription, update);
            }
        }
    }

    /** Sends a change. If it cannot be sent, the subscriber is stale and gets the whole book again later. */
    private static void send(final MdSubscription subscription, final Message message) {
        if (!subscription.session().hasNumbers() || !subscription.session().send(message)) {
            subscription.stale(true);
        }
    }

    /** Returns whether a subscriber gets a change. A subscriber whose connection does not drain becomes stale. */
    private static boolean isTold(final MdSubscription subscription) {
        if (!subscription.isStale() && subscription.session().unsentBytes() > MOST_UNSENT) {
            subscription.stale(true);
        }
        return !subscription.isStale();
    }

    // ---- due work ------------------------------------------------------------------------------------------------

    /** Begins due subscriptions, and sends the book to stale subscribers whose connections have room. */
    void refresh() {
        if (isEnded) {
            return;
        }
        for (final Integer symbol : List.copyOf(toSubscribe)) {
            toSubscribe.remove(symbol);
            begin(symbol);
        }
        for (final Book book : books.values()) {
            if (book.isWhole()) {
                book.subscriptions().forEach(subscription -> show(book, subscription));
            }
        }
    }

    private static void show(final Book book, final MdSubscription subscription) {
        if (subscription.isStale()
                && subscription.session().unsentBytes() < FEW_UNSENT
                && subscription.session().hasNumbers()) {
            subscription.stale(false);
            final Levels shown = subscription.depth().restart(book.levels());
            send(subscription, MdMessages.snapshot(subscription, book.decimals(), shown, book.seq(), book.lastTrade()));
        }
    }
}
