package io.daybook.server.orders;

import io.daybook.sessions.order.OrderList;
import io.daybook.sessions.outbox.Histories;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * What the book keeps of one user. Guarded by the book, on whose lock the exchange may wait: no question walks all live
 * orders, of which a user may have a million. For that there are {@link LiveIndexes}, of users who have a key or had a
 * subscriber from the start, and of others from the first question on, which alone walks their live orders.
 */
final class UserOrders {
    /** Closed orders, fills and updates that are kept of a user. */
    static final int KEPT = 1_000;

    final long uid;
    final int place;
    final Fills fills = new Fills(KEPT);
    final Map<String, ClientEntry> clients = new HashMap<>(0);
    final ArrayDeque<ClientEntry> closedClients = new ArrayDeque<>(0);
    final ClosedOrders closed = new ClosedOrders(KEPT);

    /** The last updates; null if they are not kept. */
    @Nullable
    ArrayDeque<Update> updates;

    private final OrderRecords records;
    private final OrderList live = new OrderList();
    private @Nullable LiveIndexes indexes;

    /** The number of the last update. */
    long lastUpdate;

    /**
     * Nothing of a user yet.
     *
     * @param place of the user among all of the book
     */
    UserOrders(final long uid, final int place, final OrderRecords records) {
        this.uid = uid;
        this.place = place;
        this.records = records;
    }

    /** An order lives. */
    void add(final int order) {
        records.open(order, live);
        if (indexes != null) {
            indexes.add(order);
        }
    }

    /** An order is closed. */
    void remove(final int order) {
        records.close(order, live);
        if (indexes != null) {
            indexes.remove(order);
        }
    }

    /** An order lives on under another id. */
    void replace(final int order, final long newOrderId, final long price, final long remaining) {
        if (indexes != null) {
            indexes.remove(order);
        }
        records.grow(order, remaining);
        records.rename(order, newOrderId);
        records.price(order, price);
        if (indexes != null) {
            indexes.add(order);
        }
    }

    /** All live orders, in the order in which they came. */
    int[] live() {
        final int[] all = new int[live.count()];
        int order = live.first();
        for (int i = 0; i < all.length; i++) {
            all[i] = order;
            order = records.next(order);
        }
        return all;
    }

    /** Live orders that came before a place, the newest first; of one symbol, or of all for 0. */
    Collection<Integer> liveBefore(final int symbol, final OrderPlace place) {
        return indexes().before(symbol, place);
    }

    /** The live orders with an id, one of each symbol that has one. */
    Collection<Integer> live(final long orderId) {
        return indexes().withId(orderId);
    }

    /** The live orders of a symbol from an id on, by ascending id. */
    Collection<Integer> liveFrom(final int symbol, final long orderId) {
        return indexes().from(symbol, orderId);
    }

    /** The live orders of a symbol that were placed within a time, by ascending place. */
    NavigableMap<OrderPlace, Integer> livePlaced(final int symbol, final OrderPlace from, final OrderPlace to) {
        return indexes().placed(symbol, from, to);
    }

    /** The live order that its sender calls so; {@link OrderRecords#NONE} for none. */
    int live(final String clientOrderId) {
        return indexes().withName(clientOrderId);
    }

    /** Keeps the updates and indexes of this user from now on. */
    void keepUpdates() {
        if (updates == null) {
            updates = new ArrayDeque<>();
            final LiveIndexes unused = indexes();
        }
    }

    /** A history begins: no number of an update that the lost one told is given again. */
    void raise(final long history) {
        lastUpdate = Histories.message(lastUpdate, history);
        if (updates != null) {
            updates.clear();
        }
    }

    void tell(final Update update) {
        final ArrayDeque<Update> kept = updates;
        if (kept != null) {
            if (kept.size() == KEPT) {
                kept.removeFirst();
            }
            kept.addLast(update);
        }
    }

    private LiveIndexes indexes() {
        LiveIndexes made = indexes;
        if (made == null) {
            made = new LiveIndexes(records);
            for (int order = live.first(); order != OrderRecords.NONE; order = records.next(order)) {
                made.add(order);
            }
            indexes = made;
        }
        return made;
    }
}
