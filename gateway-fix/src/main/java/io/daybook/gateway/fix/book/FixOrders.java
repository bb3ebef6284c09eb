package io.daybook.gateway.fix.book;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The orders that the book knows: all that are live, and the last that closed. */
final class FixOrders {
    private final int closedKept;
    private final Map<Long, FixOrder> live = new HashMap<>();
    private final Map<Long, FixOrder> closed = new HashMap<>();
    private final ArrayDeque<FixOrder> closedInOrder = new ArrayDeque<>();

    FixOrders(final int closedKept) {
        this.closedKept = closedKept;
    }

    @Nullable
    FixOrder live(final long id) {
        return live.get(id);
    }

    /** Live, or closed not long ago. */
    @Nullable
    FixOrder find(final long id) {
        final FixOrder order = live.get(id);
        return order != null ? order : closed.get(id);
    }

    /** All live ones, in no order. */
    Iterable<FixOrder> all() {
        return live.values();
    }

    /** The closed ones, the oldest first. */
    ArrayDeque<FixOrder> closed() {
        return closedInOrder;
    }

    /** A new order lives. */
    void open(final FixOrder order) {
        order.leaves = order.size;
        add(order);
    }

    void add(final FixOrder order) {
        live.put(order.id, order);
        final FixBookSession owner = order.owner;
        if (owner != null) {
            owner.add(order);
        }
    }

    /** An order has ended. */
    void close(final FixOrder order) {
        live.remove(order.id);
        final FixBookSession owner = order.owner;
        if (owner != null) {
            owner.remove(order);
            keep(order);
        }
    }

    /** Remembers what became of an order; of too many, the oldest is forgotten. */
    void keep(final FixOrder order) {
        closed.put(order.id, order);
        closedInOrder.add(order);
        if (closedInOrder.size() > closedKept) {
            closed.remove(closedInOrder.remove().id);
        }
    }

    /** What became of the orders of a session is not known any more. */
    void forgetClosed(final FixBookSession session) {
        closedInOrder.removeIf(order -> order.owner == session);
        closed.values().removeIf(order -> order.owner == session);
    }

    /** Those of other doors are gone, and nobody is told. */
    void forgetOthers() {
        live.values().removeIf(order -> order.owner == null);
    }
}
