package io.daybook.server.orders;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The client ids of orders that closed within the last 24 hours of the journal's time, with limits per user and in
 * total: the oldest ids are dropped first. Guarded by the book.
 */
final class ClosedClients {
    static final int MAX_OF_USER = 10_000;
    static final int MAX_IN_ALL = 1_000_000;
    static final long KEPT_NS = TimeUnit.HOURS.toNanos(24);

    /**
     * The entries in the order in which they closed; an entry is equal only to itself. A dropped entry is removed at
     * once.
     */
    private final Set<ClientEntry> all = new LinkedHashSet<>();

    private final int maxOfUser;
    private final int maxInAll;

    ClosedClients() {
        this(MAX_OF_USER, MAX_IN_ALL);
    }

    ClosedClients(final int maxOfUser, final int maxInAll) {
        this.maxOfUser = maxOfUser;
        this.maxInAll = maxInAll;
    }

    /** Adds the entry of an order that has closed, unless a later order has its id. */
    void add(final ClientEntry entry, final UserOrders user, final Consumer<ClientEntry> forget) {
        if (entry.isDropped) {
            return;
        }
        all.add(entry);
        user.closedClients.addLast(entry);
        while (user.closedClients.size() > maxOfUser) {
            drop(user.closedClients.removeFirst(), forget);
        }
        while (all.size() > maxInAll) {
            dropFirst(forget);
        }
    }

    /** Removes an entry whose id belongs to another order now. */
    void replaced(final ClientEntry entry) {
        all.remove(entry);
        entry.isDropped = true;
    }

    /** Drops the entries that are older than the window. */
    void dropOlder(final long nowNs, final Consumer<ClientEntry> forget) {
        while (!all.isEmpty() && nowNs - all.iterator().next().closedNs > KEPT_NS) {
            dropFirst(forget);
        }
    }

    /** The number of entries in memory. */
    int size() {
        return all.size();
    }

    List<OrdersPart.ClientCopy> copy() {
        final List<OrdersPart.ClientCopy> copies = new ArrayList<>(all.size());
        for (final ClientEntry entry : all) {
            copies.add(OrdersPart.ClientCopy.of(entry));
        }
        return copies;
    }

    private void dropFirst(final Consumer<ClientEntry> forget) {
        final Iterator<ClientEntry> entries = all.iterator();
        final ClientEntry first = entries.next();
        entries.remove();
        drop(first, forget);
    }

    private void drop(final ClientEntry entry, final Consumer<ClientEntry> forget) {
        if (!entry.isDropped) {
            all.remove(entry);
            entry.isDropped = true;
            forget.accept(entry);
        }
    }
}
