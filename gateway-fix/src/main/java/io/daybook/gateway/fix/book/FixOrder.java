package io.daybook.gateway.fix.book;

import io.daybook.sessions.order.OrderTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An order of the book, live or closed: a view of its record in {@link FixOrders}, and after its end a copy of that
 * record. Only the book changes it; other classes read it under the book's lock.
 */
public final class FixOrder {
    private static final char DAY = '0';

    /** The session that placed the order; null for an order of another door, which only has drop copies. */
    final @Nullable FixBookSession owner;

    final FixTerms terms;
    String clOrdId;
    char status = '0';

    /** The row of the record; {@link FixOrders#NONE} once the order has a copy of it. */
    int row;

    private long[] record;
    private int base;

    FixOrder(
            final FixOrders orders,
            final int row,
            final @Nullable FixBookSession owner,
            final FixTerms terms,
            final String clOrdId) {
        this.row = row;
        this.record = orders.array(row);
        this.base = orders.base(row);
        this.owner = owner;
        this.terms = terms;
        this.clOrdId = clOrdId;
    }

    /** Copies the current state of the record. */
    void detach() {
        record = Arrays.copyOfRange(record, base, base + FixOrders.COLUMNS);
        base = 0;
        row = FixOrders.NONE;
    }

    private long at(final int column) {
        return record[base + column];
    }

    /** OrderID (37). */
    public long id() {
        return at(OrderTable.ORDER_ID);
    }

    /** The user who owns the order. */
    public long uid() {
        return at(OrderTable.UID);
    }

    /** The symbol, by number. */
    public int symbol() {
        return (int) at(OrderTable.SYMBOL);
    }

    /** Side (54). */
    public int side() {
        return OrderTable.sideIn(at(OrderTable.TRAITS));
    }

    /** The terms that a replacement must not contradict. */
    public FixTerms terms() {
        return terms;
    }

    /** Price (44) in ticks. */
    long price() {
        return at(OrderTable.PRICE);
    }

    /** StopPx (99) in ticks. */
    long stop() {
        return at(FixOrders.STOP);
    }

    /** OrderQty (38), which is {@link #cum} + {@link #leaves} while the order is open. */
    long size() {
        return at(OrderTable.SIZE);
    }

    /** LeavesQty (151). */
    long leaves() {
        return at(OrderTable.REMAINING);
    }

    /** CumQty (14). */
    long cum() {
        return at(OrderTable.TRADED);
    }

    /** The lower half of Σ price × lots traded. */
    long sumLow() {
        return at(OrderTable.NOTIONAL);
    }

    /** The upper half of Σ price × lots traded. */
    long sumHigh() {
        return at(OrderTable.NOTIONAL + 1);
    }

    /**
     * The lots that were taken off without a trade. The engine counts them in the size of a replacement, OrderQty (38)
     * does not: the engine's size of the order is OrderQty plus these lots.
     */
    public long lost() {
        return at(FixOrders.LOST);
    }

    /** Returns whether the order waits for its trigger. */
    boolean isWaiting() {
        return (at(OrderTable.TRAITS) & FixOrders.WAITS) != 0;
    }

    /** Returns whether the order ends with the day. */
    public boolean isDay() {
        return terms.timeInForce() == DAY;
    }

    /** Returns whether the order can still trade. */
    public boolean isLive() {
        return status == '0' || status == '1';
    }
}
