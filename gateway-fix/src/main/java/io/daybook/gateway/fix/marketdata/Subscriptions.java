package io.daybook.gateway.fix.marketdata;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.Listing;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.Query;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.api.Subscription;
import io.daybook.api.UnsubscribeBookQuery;
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
 * The books that somebody is shown, and who is shown them. Everything but {@link #close} is called by the thread that
 * owns them; answers of the exchange come back to it by its queue.
 */
final class Subscriptions {
    /** Listings times requests of a session. */
    static final int LIMIT = 1_000;

    /** Bytes that a connection may have unsent and is still told of changes. */
    static final long MOST_UNSENT = 262_144;

    /** Bytes below which a connection that was told nothing is shown the book again. */
    private static final long FEW_UNSENT = 65_536;

    private final Consumer<Runnable> own;
    private final TreeMap<Integer, Book> books = new TreeMap<>();

    /** Books whose subscription is to be made, for the first time or anew. */
    private final Set<Integer> toSubscribe = new LinkedHashSet<>();

    private boolean isEnded;
    private @Nullable Exchange exchange;
    private @Nullable BookListener listener;
    private @Nullable Subscription listening;

    /**
     * Nothing is shown.
     *
     * @param own takes what has to be done on the thread that owns this, from any thread
     */
    Subscriptions(final Consumer<Runnable> own) {
        this.own = own;
    }

    void open(final Exchange running, final BookListener hears, final Subscription untilClosed) {
        exchange = running;
        listener = hears;
        listening = untilClosed;
    }

    void close() {
        final Subscription added = listening;
        if (added != null) {
            added.close();
        }
    }

    // ---- requests ------------------------------------------------------------------------------------------------

    /** A V that can be carried out came. */
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
        ask(
                new OrderBookQuery(listing.symbol(), request.limit()),
                report -> {
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
                },
                () -> refuse(
                        session, request.id(), MdRequest.INSUFFICIENT_BANDWIDTH, "the exchange is busy: ask again"));
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

    /** The connection of a session has ended. */
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
            toSubscribe.remove(symbol);
            ask(new UnsubscribeBookQuery(symbol, Objects.requireNonNull(listener)), report -> {}, () -> {});
        }
        if (!left.isEmpty()) {
            follow();
        }
    }

    private void follow() {
        Objects.requireNonNull(listener)
                .followed(books.keySet().stream().mapToInt(Integer::intValue).toArray());
    }

    // ---- what the exchange tells ---------------------------------------------------------------------------------

    /**
     * A query, of which the answer comes back to the thread that owns this.
     *
     * @param failed what is done where there is none, because the ring was full for too long
     */
    private <R> void ask(final Query<R> query, final Consumer<? super R> answer, final Runnable failed) {
        try {
            final CompletableFuture<R> unused = Objects.requireNonNull(exchange)
                    .query(query)
                    .whenComplete(
                            (report, failure) -> own.accept(failure == null ? () -> answer.accept(report) : failed));
        } catch (ExchangeClosedException e) {
            isEnded = true;
        }
    }

    /** All books begin anew, because something was missed. */
    void restartAll() {
        books.values().forEach(Book::forget);
        toSubscribe.addAll(books.keySet());
    }

    private void restart(final int symbol, final Book book) {
        book.forget();
        toSubscribe.add(symbol);
    }

    private void restartIfThere(final int symbol) {
        final Book book = books.get(symbol);
        if (book != null) {
            restart(symbol, book);
        }
    }

    private void subscribeAnew(final int symbol) {
        ask(
                new SubscribeBookQuery(symbol, Objects.requireNonNull(listener)),
                report -> {
                    final Book book = books.get(symbol);
                    if (book != null && report.code() != ResultCode.SUCCESS) {
                        for (final MdSubscription subscription : List.copyOf(book.subscriptions())) {
                            refuse(
                                    subscription.session(),
                                    subscription.requestId(),
                                    MdRequest.UNKNOWN_SYMBOL,
                                    notTraded(book.listing()));
                        }
                        book.subscriptions().clear();
                        books.remove(symbol);
                        follow();
                    }
                },
                () -> restartIfThere(symbol));
    }

    void snapshot(final OrderBookReport snapshot) {
        final Book book = books.get(snapshot.symbol());
        if (book != null) {
            book.restart(snapshot);
            book.subscriptions().forEach(subscription -> subscription.stale(true));
            goOn(book, snapshot, snapshot.seq());
        }
    }

    private void goOn(final Book book, final OrderBookReport page, final long ofSnapshot) {
        if (!book.isWhole()) {
            ask(
                    page.following(0),
                    next -> {
                        if (next.code() == ResultCode.SUCCESS && book.takePage(next, ofSnapshot)) {
                            goOn(book, next, ofSnapshot);
                        }
                    },
                    () -> restartIfThere(book.listing().symbol()));
        }
    }

    void change(final int symbol, final Change change) {
        final Book book = books.get(symbol);
        if (book == null || !book.isFollowed()) {
            return;
        }
        if (!book.apply(change)) {
            restart(symbol, book);
        } else if (book.isWhole()) {
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

    /** A change that got no number, or no connection, is missed: the subscriber is shown the book again. */
    private static void send(final MdSubscription subscription, final Message message) {
        if (!subscription.session().hasNumbers() || !subscription.session().send(message)) {
            subscription.stale(true);
        }
    }

    /** Whether a subscriber hears of a change; one whose connection does not drain becomes stale. */
    private static boolean isTold(final MdSubscription subscription) {
        if (!subscription.isStale() && subscription.session().unsentBytes() > MOST_UNSENT) {
            subscription.stale(true);
        }
        return !subscription.isStale();
    }

    // ---- what is overdue -----------------------------------------------------------------------------------------

    /** Subscribes where that is due, and shows the book to those who do not know it and can take it. */
    void refresh() {
        if (isEnded) {
            return;
        }
        for (final Integer symbol : List.copyOf(toSubscribe)) {
            toSubscribe.remove(symbol);
            subscribeAnew(symbol);
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
