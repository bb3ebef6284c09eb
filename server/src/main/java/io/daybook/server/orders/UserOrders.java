package io.daybook.server.orders;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the book keeps of one user. Guarded by the book. */
final class UserOrders {
    /** Closed orders, fills and updates that are kept of a user. */
    static final int KEPT = 1_000;

    final long uid;
    final Map<OrderKey, Order> live = new LinkedHashMap<>();
    final ArrayDeque<OrderView> closed = new ArrayDeque<>();
    final ArrayDeque<Fill> fills = new ArrayDeque<>();
    final ArrayDeque<Update> updates = new ArrayDeque<>();
    final Map<String, ClientEntry> clients = new HashMap<>();
    final ArrayDeque<ClientEntry> closedClients = new ArrayDeque<>();

    /** The number of the last update. */
    long lastUpdate;

    UserOrders(final long uid) {
        this.uid = uid;
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
