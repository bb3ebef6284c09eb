package io.daybook.server.orders;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Indexes of a user's live orders; only for users whose orders are queried. */
final class LiveIndexes {
    private static final Comparator<OrderKey> BY_ID =
            Comparator.comparingInt(OrderKey::symbol).thenComparingLong(OrderKey::orderId);

    private final OrderRecords records;
    private final NavigableMap<OrderPlace, Integer> live = new TreeMap<>();
    private final Map<Integer, NavigableMap<OrderPlace, Integer>> bySymbol = new TreeMap<>();
    private final NavigableMap<OrderKey, Integer> byId = new TreeMap<>(BY_ID);
    private final Map<String, Integer> byClient = new HashMap<>();

    LiveIndexes(final OrderRecords records) {
        this.records = records;
    }

    void add(final int order) {
        final OrderPlace place = records.place(order);
        live.put(place, order);
        bySymbol.computeIfAbsent(records.symbol(order), symbol -> new TreeMap<>())
                .put(place, order);
        byId.put(records.key(order), order);
        final String clientOrderId = records.clientOrderId(order);
        if (clientOrderId != null) {
            ListNames.names(clientOrderId).forEach(name -> byClient.put(name, order));
        }
    }

    void remove(final int order) {
        final OrderPlace place = records.place(order);
        live.remove(place);
        final NavigableMap<OrderPlace, Integer> ofSymbol = bySymbol.get(records.symbol(order));
        if (ofSymbol != null) {
            ofSymbol.remove(place);
            if (ofSymbol.isEmpty()) {
                bySymbol.remove(records.symbol(order));
            }
        }
        byId.remove(records.key(order));
        final String clientOrderId = records.clientOrderId(order);
        if (clientOrderId != null) {
            ListNames.names(clientOrderId).forEach(name -> byClient.remove(name, order));
        }
    }

    Collection<Integer> before(final int symbol, final OrderPlace place) {
        final NavigableMap<OrderPlace, Integer> from = symbol == 0 ? live : bySymbol.get(symbol);
        return from == null
                ? List.of()
                : from.headMap(place, false).descendingMap().values();
    }

    Collection<Integer> withId(final long orderId) {
        final List<Integer> found = new ArrayList<>();
        for (final int symbol : bySymbol.keySet()) {
            final Integer order = byId.get(new OrderKey(symbol, orderId));
            if (order != null) {
                found.add(order);
            }
        }
        return found;
    }

    Collection<Integer> from(final int symbol, final long orderId) {
        return byId.subMap(new OrderKey(symbol, orderId), true, new OrderKey(symbol, Long.MAX_VALUE), true)
                .values();
    }

    NavigableMap<OrderPlace, Integer> placed(final int symbol, final OrderPlace from, final OrderPlace to) {
        final NavigableMap<OrderPlace, Integer> all = bySymbol.get(symbol);
        return all == null ? Collections.emptyNavigableMap() : all.subMap(from, true, to, false);
    }

    int withName(final String clientOrderId) {
        return byClient.getOrDefault(clientOrderId, OrderRecords.NONE);
    }
}
