package io.daybook.gateway.fix.book;

import io.daybook.sessions.order.OrderTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An order of the book, live or closed: a view of its record in {@link FixOrders}, and after its end a copy of that.
 * Only the book changes it; others may read it while they hold its lock.
 */
public final class FixOrder {
    private static final char DAY = '0';

    /** Null for an order of another door, which has drop copies only. */
    final @Nullable FixBookSession owner;

    final FixTerms terms;
    String clOrdId;
    char status = '0';

    /** Its record, {@link FixOrders#NONE} once it has a copy. */
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

    /** Copies the current state of its record. */
    void detach() {
        record = Arrays.copyOfRange(record, base, base + FixOrders.COLUMNS);
        base = 0;
        row = FixOrders.NONE;
    }

    private long at(final int column) {
        return record[base + column];
    }

    /** Its id. */
    public long id() {
        return at(OrderTable.ORDER_ID);
    }

    /** Its owner. */
    public long uid() {
        return at(OrderTable.UID);
    }

    /** Its symbol. */
    public int symbol() {
        return (int) at(OrderTable.SYMBOL);
    }

    /** 54. */
    public int side() {
        return OrderTable.sideIn(at(OrderTable.TRAITS));
    }

    /** The terms that a replacement must not contradict. */
    public FixTerms terms() {
        return terms;
    }

    /** 44 in ticks. */
    long price() {
        return at(OrderTable.PRICE);
    }

    /** 99 in ticks. */
    long stop() {
        return at(FixOrders.STOP);
    }

    /** 38: while the order is open it is {@link #cum} + {@link #leaves}. */
    long size() {
        return at(OrderTable.SIZE);
    }

    /** 151. */
    long leaves() {
        return at(OrderTable.REMAINING);
    }

    /** 14. */
    long cum() {
        return at(OrderTable.TRADED);
    }

    /** Lower half of Σ price × lots traded. */
    long sumLow() {
        return at(OrderTable.NOTIONAL);
    }

    /** Upper half of Σ price × lots traded. */
    long sumHigh() {
        return at(OrderTable.NOTIONAL + 1);
    }

    /**
     * Lots that were taken off without a trade. The engine counts them in the size of a replacement, 38 does not: the
     * engine's size of the order is 38 plus these lots.
     */
    public long lost() {
        return at(FixOrders.LOST);
    }

    /** Whether it waits for its trigger. */
    boolean isWaiting() {
        return (at(OrderTable.TRAITS) & FixOrders.WAITS) != 0;
    }

    /** Whether it ends with the day. */
    public boolean isDay() {
        return terms.timeInForce() == DAY;
    }

    /** Whether it can still trade. */
    public boolean isLive() {
        return status == '0' || status == '1';
    }
}
