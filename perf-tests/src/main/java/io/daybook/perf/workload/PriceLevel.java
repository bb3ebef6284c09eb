package io.daybook.perf.workload;

import org.jspecify.annotations.Nullable;

/** The orders at one price, first in, first out. */
final class PriceLevel {
    final long price;

    /** Lots of all its orders. */
    long lots;

    /** The number of its orders. */
    int orders;

    /**
     * The order that trades first; null only when the level is empty, which it is only between two calls of the book.
     */
    @Nullable
    RestingOrder head;

    @Nullable
    private RestingOrder tail;

    PriceLevel(final long price) {
        this.price = price;
    }

    void append(final RestingOrder order) {
        order.level = this;
        order.previous = tail;
        order.next = null;
        if (tail == null) {
            head = order;
        } else {
            tail.next = order;
        }
        tail = order;
        lots += order.remaining;
        orders++;
    }

    void unlink(final RestingOrder order) {
        if (order.previous == null) {
            head = order.next;
        } else {
            order.previous.next = order.next;
        }
        if (order.next == null) {
            tail = order.previous;
        } else {
            order.next.previous = order.previous;
        }
        order.level = null;
        order.previous = null;
        order.next = null;
        lots -= order.remaining;
        orders--;
    }
}
