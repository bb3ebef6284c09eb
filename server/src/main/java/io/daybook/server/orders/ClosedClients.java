package io.daybook.server.orders;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The window in which client ids of closed orders are known: 24 hours of the journal's time, so many of a user, so many
 * in all; the oldest go first. Guarded by the book.
 */
final class ClosedClients {
    static final int MAX_OF_USER = 10_000;
    static final int MAX_IN_ALL = 1_000_000;
    static final long KEPT_NS = TimeUnit.HOURS.toNanos(24);

    private final ArrayDeque<ClientEntry> all = new ArrayDeque<>();
    private final int maxOfUser;
    private final int maxInAll;

    /** Entries of {@code all} that count. */
    private int count;

    ClosedClients() {
        this(MAX_OF_USER, MAX_IN_ALL);
    }

    ClosedClients(final int maxOfUser, final int maxInAll) {
        this.maxOfUser = maxOfUser;
        this.maxInAll = maxInAll;
    }

    /** An order with a client id has closed. */
    void add(final ClientEntry entry, final UserOrders user, final Consumer<ClientEntry> forget) {
        all.addLast(entry);
        user.closedClients.addLast(entry);
        count++;
        while (user.closedClients.size() > maxOfUser) {
            drop(user.closedClients.removeFirst(), forget);
        }
        while (count > maxInAll) {
            dropFirst(forget);
        }
    }

    /** An entry whose id belongs to another order now: the old order's does not count any more. */
    void replaced(final ClientEntry entry) {
        if (entry.closedNs != ClientEntry.LIVE && !entry.isDropped) {
            count--;
        }
        entry.isDropped = true;
    }

    /** Time has gone on. */
    void dropOlder(final long nowNs, final Consumer<ClientEntry> forget) {
        while (!all.isEmpty() && (all.getFirst().isDropped || nowNs - all.getFirst().closedNs > KEPT_NS)) {
            dropFirst(forget);
        }
    }

    List<OrdersPart.ClientCopy> copy() {
        final List<OrdersPart.ClientCopy> copies = new ArrayList<>();
        for (final ClientEntry entry : all) {
            if (!entry.isDropped) {
                copies.add(OrdersPart.ClientCopy.of(entry));
            }
        }
        return copies;
    }

    private void dropFirst(final Consumer<ClientEntry> forget) {
        final ClientEntry first = all.removeFirst();
        drop(first, forget);
    }

    private void drop(final ClientEntry entry, final Consumer<ClientEntry> forget) {
        if (!entry.isDropped) {
            entry.isDropped = true;
            forget.accept(entry);
            count--;
        }
    }
}
