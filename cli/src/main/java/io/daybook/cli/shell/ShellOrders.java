package io.daybook.cli.shell;

import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Term;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The orders that were placed in a session, so that an id alone identifies an order, and new orders get unused ids. */
final class ShellOrders {

    /** An order's owner and symbol. */
    record Place(long uid, int symbol) {}

    private final Map<Long, Set<Place>> places = new HashMap<>();
    private long highestId;

    /**
     * Creates the orders of a session on an exchange that has carried out this many commands: existing ids are not
     * likely to be higher.
     */
    ShellOrders(final long lastSeq) {
        this.highestId = lastSeq;
    }

    /** Returns an id that no order of this session has had. */
    long nextId() {
        return highestId + 1;
    }

    void add(final PlaceOrder order) {
        add(order.orderId(), order.uid(), order.symbol());
        if (order.terms().has(Term.EXIT_ORDER_ID)) {
            add(order.terms().get(Term.EXIT_ORDER_ID), order.uid(), order.symbol());
        }
    }

    void add(final ReplaceOrder order) {
        if (order.newOrderId() != 0) {
            add(order.newOrderId(), order.uid(), order.symbol());
        }
    }

    private void add(final long orderId, final long uid, final int symbol) {
        places.computeIfAbsent(orderId, id -> new LinkedHashSet<>()).add(new Place(uid, symbol));
        highestId = Math.max(highestId, orderId);
    }

    /** Returns the owners and symbols of the orders with an id. */
    Set<Place> places(final long orderId) {
        return places.getOrDefault(orderId, Set.of());
    }

    Set<Long> ids() {
        return places.keySet();
    }
}
