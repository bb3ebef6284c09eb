package io.daybook.server.orders;

import io.daybook.api.RestingOrder;
import io.daybook.api.ResultView;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The orders and fills of all users, and the client ids of orders over HTTP: a pure fold over results. The follower
 * writes, any thread reads; each method sees the book between two commands.
 */
public final class OrdersBook {
    private static final Comparator<OrderView> NEWEST_FIRST =
            Comparator.comparing((OrderView order) -> OrderPlace.of(order)).reversed();

    private final OrdersFold fold = new OrdersFold();

    /**
     * The last command whose result the book has begun to take. Read without the lock; a later query takes the lock,
     * and so waits until the command of this seq is complete.
     */
    private final AtomicLong seq = new AtomicLong();

    /** Sets the listener of updates. */
    public synchronized void listener(final UpdateListener hearing) {
        fold.listener = hearing;
    }

    /** The tag of an ADD_SYMBOL or NOP; after this command, an order whose trigger fires gets an update. */
    public static byte[] markOfWoken() {
        return new byte[] {OrderTag.WOKEN};
    }

    /** Returns whether the journal has a command with the tag {@link #markOfWoken}. */
    public synchronized boolean tellsWoken() {
        return fold.tellsWoken();
    }

    /** The last command whose result the book has. */
    public long seq() {
        return seq.get();
    }

    /** The largest id of HTTP that a command had; one below the first id if none had one. */
    public synchronized long lastId() {
        return fold.lastId;
    }

    /** The number of live orders. */
    public synchronized int liveCount() {
        return fold.records.count();
    }

    /** The live orders of each symbol that ever had one; does not wait. */
    public Map<Integer, Integer> liveBySymbol() {
        return fold.counts.bySymbol();
    }

    // ---- queries -------------------------------------------------------------------------------------------------

    /** The number of the last update of a user; 0 before the first. */
    public synchronized long lastUpdate(final long uid) {
        final UserOrders user = fold.known(uid);
        return user == null ? 0 : user.lastUpdate;
    }

    /** All live orders of a user with few of them, such as a bot, in the order in which they were placed. */
    public synchronized List<OrderView> live(final long uid) {
        final UserOrders user = fold.known(uid);
        return user == null
                ? List.of()
                : Arrays.stream(user.live())
                        .mapToObj(fold.records::view)
                        .sorted(NEWEST_FIRST.reversed())
                        .toList();
    }

    /**
     * The orders of a user whose places are before {@code place}, the newest first. The time of a query does not grow
     * with the number of live orders, except for the first query about a user whose updates are not kept.
     *
     * @param symbol the symbol of the orders; 0 for all
     * @param withLive whether to return live orders
     * @param withClosed whether to return closed orders, of which only the last are kept
     * @param most the largest number of live orders
     */
    public synchronized List<OrderView> before(
            final OrderPlace place,
            final long uid,
            final int symbol,
            final boolean withLive,
            final boolean withClosed,
            final int most) {
        final UserOrders user = fold.known(uid);
        final List<OrderView> orders = new ArrayList<>();
        if (user != null && withLive) {
            user.liveBefore(symbol, place).stream()
                    .limit(most)
                    .map(fold.records::view)
                    .forEach(orders::add);
        }
        if (user != null && withClosed) {
            Arrays.stream(user.closed.handles())
                    .filter(order -> symbol == 0 || fold.records.symbol(order) == symbol)
                    .filter(order -> fold.records.place(order).compareTo(place) < 0)
                    .mapToObj(fold.records::view)
                    .forEach(orders::add);
        }
        orders.sort(NEWEST_FIRST);
        return orders;
    }

    /** The first live orders of a user in a symbol from an id on, by ascending id. */
    public synchronized List<OrderView> liveFrom(final long uid, final int symbol, final long orderId, final int most) {
        final UserOrders user = fold.known(uid);
        return user == null
                ? List.of()
                : user.liveFrom(symbol, orderId).stream()
                        .limit(most)
                        .map(fold.records::view)
                        .toList();
    }

    /**
     * Live orders of a user in a symbol whose places are at or after {@code from}, and before {@code to}.
     *
     * @param isFirst whether to return the first of these orders, or the last
     */
    public synchronized List<OrderView> livePlaced(
            final long uid,
            final int symbol,
            final OrderPlace from,
            final OrderPlace to,
            final int most,
            final boolean isFirst) {
        final UserOrders user = fold.known(uid);
        if (user == null || from.compareTo(to) >= 0) {
            return List.of();
        }
        final NavigableMap<OrderPlace, Integer> placed = user.livePlaced(symbol, from, to);
        return (isFirst ? placed : placed.descendingMap())
                .values().stream().limit(most).map(fold.records::view).toList();
    }

    /** The newest order of a user that was placed with a client id and is kept; null for none. */
    public synchronized @Nullable OrderView byClient(final long uid, final String clientOrderId) {
        final UserOrders user = fold.known(uid);
        if (user == null) {
            return null;
        }
        final int order = user.live(clientOrderId);
        if (order != OrderRecords.NONE) {
            return fold.records.view(order);
        }
        return Arrays.stream(user.closed.handles())
                .filter(closed -> isNamed(fold.records.clientOrderId(closed), clientOrderId))
                .mapToObj(fold.records::view)
                .min(NEWEST_FIRST)
                .orElse(null);
    }

    private static boolean isNamed(final @Nullable String clientOrderId, final String name) {
        return clientOrderId != null && ListNames.names(clientOrderId).contains(name);
    }

    /** The last closed orders of a user, the newest first. */
    public synchronized List<OrderView> closed(final long uid) {
        final UserOrders user = fold.known(uid);
        final List<OrderView> orders = new ArrayList<>();
        if (user != null) {
            orders.addAll(fold.records.views(user.closed.handles()));
        }
        Collections.reverse(orders);
        return orders;
    }

    /** The last fills of a user, the newest first. */
    public synchronized List<Fill> fills(final long uid) {
        final UserOrders user = fold.known(uid);
        final List<Fill> fills = user == null ? new ArrayList<>() : new ArrayList<>(user.fills);
        Collections.reverse(fills);
        return fills;
    }

    /**
     * Keeps the last updates of users and the indexes of their live orders from now on, and gives the updates to the
     * listener. Updates of other users are only counted. Any thread.
     */
    public synchronized void keepUpdates(final Collection<Long> uids) {
        uids.forEach(fold::keepUpdates);
    }

    /**
     * The first updates of a user from a number on; null if not all of them are kept.
     *
     * @see #keepUpdates
     */
    public synchronized @Nullable List<Update> updates(final long uid, final long from, final int limit) {
        final UserOrders user = fold.known(uid);
        final long last = user == null ? 0 : user.lastUpdate;
        if (user == null || from > last) {
            return from == last + 1 ? List.of() : null;
        }
        final Collection<Update> kept = user.updates == null ? List.of() : user.updates;
        return from <= last - kept.size()
                ? null
                : kept.stream()
                        .filter(update -> update.n() >= from)
                        .limit(limit)
                        .toList();
    }

    /** The orders of a user with an id, in all symbols: live ones, and closed ones that are kept. */
    public synchronized List<OrderView> find(final long uid, final long orderId) {
        final UserOrders user = fold.known(uid);
        final List<OrderView> found = new ArrayList<>();
        if (user != null) {
            user.live(orderId).stream().map(fold.records::view).forEach(found::add);
            Arrays.stream(user.closed.handles())
                    .filter(order -> fold.records.orderId(order) == orderId)
                    .mapToObj(fold.records::view)
                    .filter(order -> found.stream().noneMatch(one -> one.symbol() == order.symbol()))
                    .forEach(found::add);
        }
        return found;
    }

    /** The entry of a user's client id: a live order, or a closed one in the window. */
    public synchronized @Nullable Known known(final long uid, final String clientOrderId) {
        final UserOrders user = fold.known(uid);
        final ClientEntry entry = user == null ? null : user.clients.get(clientOrderId);
        return entry == null ? null : new Known(entry.bodyHash, entry.first);
    }

    /**
     * A client id that was used.
     *
     * @param bodyHash the hash of the request that used it
     * @param first the first answer to that request
     */
    public record Known(long bodyHash, Outcome first) {}

    // ---- the follower --------------------------------------------------------------------------------------------

    /**
     * Takes the result of a settled command. Returns the answer to its sender; null if neither the cookie nor the tag
     * is this server's.
     */
    synchronized @Nullable Outcome onResult(final ResultView result) {
        seq.setRelease(result.seq());
        return fold.onResult(result);
    }

    /** Adds an order of the state with which the book begins. */
    synchronized void begin(final RestingOrder resting) {
        fold.begin(resting);
    }

    /** Takes the terms of an order from the state, because a part of an earlier version has none. */
    synchronized void recall(final RestingOrder resting) {
        fold.recall(resting);
    }

    /**
     * Skips ids that a lost book may have assigned: each command was sent with one id, or two for a list. At least half
     * of all ids remain.
     */
    synchronized void beginIdsBehind(final long commands) {
        fold.lastId += Math.min(2 * commands, (OrderNumbers.LAST_HTTP - OrderNumbers.FIRST_HTTP) / 2);
    }

    synchronized void raise(final long history) {
        fold.raise(history);
    }

    synchronized void in(final long history) {
        fold.in(history);
    }

    synchronized void seq(final long value) {
        seq.set(value);
    }

    /**
     * Makes a copy of the whole book, for a snapshot. Takes no lock, because only the follower's thread writes and
     * calls this method; so queries need not wait for the copy.
     */
    OrdersPart.Copy copy() {
        return fold.copy();
    }

    /** Fills an empty book. */
    synchronized void restore(final OrdersPart.Copy copy) {
        fold.restore(copy);
    }
}
