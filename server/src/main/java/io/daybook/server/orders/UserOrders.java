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
 * The book's state of one user. Guarded by the book. The exchange may wait for the book's lock, so no query walks all
 * live orders, of which a user may have a million. Queries use {@link LiveIndexes}: users with a key or a subscriber
 * have them from the start; the first query about another user makes them, and only that query walks the live orders.
 */
final class UserOrders {
    /** The number of closed orders, of fills and of updates that are kept per user. */
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
     * Makes an empty state.
     *
     * @param place the place of the user among all users of the book
     */
    UserOrders(final long uid, final int place, final OrderRecords records) {
        this.uid = uid;
        this.place = place;
        this.records = records;
    }

    /** Adds a live order. */
    void add(final int order) {
        records.open(order, live);
        if (indexes != null) {
            indexes.add(order);
        }
    }

    /** Removes a closed order. */
    void remove(final int order) {
        records.close(order, live);
        if (indexes != null) {
            indexes.remove(order);
        }
    }

    /** Changes the id of a live order. */
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

    /** All live orders, in the order in which they were placed. */
    int[] live() {
        final int[] all = new int[live.count()];
        int order = live.first();
        for (int i = 0; i < all.length; i++) {
            all[i] = order;
            order = records.next(order);
        }
        return all;
    }

    /** Live orders whose places are before {@code place}, the newest first; of one symbol, or of all for 0. */
    Collection<Integer> liveBefore(final int symbol, final OrderPlace place) {
        return indexes().before(symbol, place);
    }

    /** The live orders with an id, at most one per symbol. */
    Collection<Integer> live(final long orderId) {
        return indexes().withId(orderId);
    }

    /** The live orders of a symbol from an id on, by ascending id. */
    Collection<Integer> liveFrom(final int symbol, final long orderId) {
        return indexes().from(symbol, orderId);
    }

    /** The live orders of a symbol from one place until before another, by ascending place. */
    NavigableMap<OrderPlace, Integer> livePlaced(final int symbol, final OrderPlace from, final OrderPlace to) {
        return indexes().placed(symbol, from, to);
    }

    /** The live order with a client id; {@link OrderRecords#NONE} for none. */
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

    /** Begins a new history, which reuses no number of an update that was sent in the lost history. */
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
