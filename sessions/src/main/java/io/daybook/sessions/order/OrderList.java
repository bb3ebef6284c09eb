package io.daybook.sessions.order;

/** The live orders of one owner, in the order in which they came; {@link OrderTable} links them. */
public final class OrderList {
    int first = OrderTable.NONE;
    int last = OrderTable.NONE;
    int count;

    /** The first order, or {@link OrderTable#NONE}. */
    public int first() {
        return first;
    }

    /** The number of orders. */
    public int count() {
        return count;
    }
}
