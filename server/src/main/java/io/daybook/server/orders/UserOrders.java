package io.daybook.server.orders;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the book keeps of one user. Guarded by the book, on whose lock the exchange may wait: nothing that is asked
 * walks all live orders, of which a user may have a million.
 */
final class UserOrders {
    /** Closed orders, fills and updates that are kept of a user. */
    static final int KEPT = 1_000;

    private static final Comparator<OrderKey> BY_ID =
            Comparator.comparingInt(OrderKey::symbol).thenComparingLong(OrderKey::orderId);

    final long uid;
    final ArrayDeque<OrderView> closed = new ArrayDeque<>();
    final ArrayDeque<Fill> fills = new ArrayDeque<>();
    final ArrayDeque<Update> updates = new ArrayDeque<>();
    final Map<String, ClientEntry> clients = new HashMap<>();
    final ArrayDeque<ClientEntry> closedClients = new ArrayDeque<>();

    private final NavigableMap<OrderPlace, Order> live = new TreeMap<>();
    private final Map<Integer, NavigableMap<OrderPlace, Order>> liveBySymbol = new TreeMap<>();
    private final NavigableMap<OrderKey, Order> liveById = new TreeMap<>(BY_ID);
    private final Map<String, Order> liveByClient = new HashMap<>();

    /** The number of the last update. */
    long lastUpdate;

    UserOrders(final long uid) {
        this.uid = uid;
    }

    /** An order lives, or lives on under another id. */
    void add(final Order order) {
        final OrderPlace place = OrderPlace.of(order);
        live.put(place, order);
        liveBySymbol.computeIfAbsent(order.symbol, symbol -> new TreeMap<>()).put(place, order);
        liveById.put(order.key(), order);
        if (order.clientOrderId != null) {
            liveByClient.put(order.clientOrderId, order);
        }
    }

    /** An order is closed, or is about to get another id. */
    void remove(final Order order) {
        final OrderPlace place = OrderPlace.of(order);
        live.remove(place);
        final NavigableMap<OrderPlace, Order> ofSymbol = liveBySymbol.get(order.symbol);
        if (ofSymbol != null) {
            ofSymbol.remove(place);
            if (ofSymbol.isEmpty()) {
                liveBySymbol.remove(order.symbol);
            }
        }
        liveById.remove(order.key());
        if (order.clientOrderId != null) {
            liveByClient.remove(order.clientOrderId, order);
        }
    }

    /** All live orders, in the order in which they came. */
    Collection<Order> live() {
        return live.values();
    }

    /** Live orders that came before a place, the newest first; of one symbol, or of all for 0. */
    Collection<Order> liveBefore(final int symbol, final OrderPlace place) {
        final NavigableMap<OrderPlace, Order> from = symbol == 0 ? live : liveBySymbol.get(symbol);
        return from == null
                ? List.of()
                : from.headMap(place, false).descendingMap().values();
    }

    /** The live orders with an id, one of each symbol that has one. */
    Collection<Order> live(final long orderId) {
        final List<Order> found = new ArrayList<>();
        for (final int symbol : liveBySymbol.keySet()) {
            final Order order = liveById.get(new OrderKey(symbol, orderId));
            if (order != null) {
                found.add(order);
            }
        }
        return found;
    }

    /** The live orders of a symbol from an id on, by ascending id. */
    Collection<Order> liveFrom(final int symbol, final long orderId) {
        return liveById.subMap(new OrderKey(symbol, orderId), true, new OrderKey(symbol, Long.MAX_VALUE), true)
                .values();
    }

    /** The live orders of a symbol that were placed within a time, by ascending place. */
    NavigableMap<OrderPlace, Order> livePlaced(final int symbol, final OrderPlace from, final OrderPlace to) {
        final NavigableMap<OrderPlace, Order> all = liveBySymbol.get(symbol);
        return all == null ? Collections.emptyNavigableMap() : all.subMap(from, true, to, false);
    }

    @Nullable
    Order live(final OrderKey key) {
        return liveById.get(key);
    }

    /** The live order that its sender calls so. */
    @Nullable
    Order live(final String clientOrderId) {
        return liveByClient.get(clientOrderId);
    }

    void close(final OrderView order) {
        keep(closed, order);
    }

    void fill(final Fill fill) {
        keep(fills, fill);
    }

    Update update(final Update update) {
        keep(updates, update);
        return update;
    }

    private static <T> void keep(final ArrayDeque<T> list, final T last) {
        if (list.size() == KEPT) {
            list.removeFirst();
        }
        list.addLast(last);
    }
}
