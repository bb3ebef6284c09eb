package io.daybook.gateway.fix.book;

import org.jspecify.annotations.Nullable;

/**
 * An order as the book knows it, live or closed. Only the book changes it; others may look while they hold its lock.
 */
public final class FixOrder {
    private static final char DAY = '0';

    final long id;

    /** Null for an order of another door, of which drop copies are told. */
    final @Nullable FixBookSession owner;

    final long uid;
    final int symbol;
    final int side;
    final OrderTerms terms;
    long price;
    long stop;

    /** 38: while the order is open it is {@link #cum} + {@link #leaves}. */
    long size;

    long leaves;
    long cum;

    /** Lots that were taken off without a trade. The engine counts them in the size of a replacement, 38 does not. */
    long lost;

    long sumHigh;
    long sumLow;
    String clOrdId;
    char status = '0';

    /** In the list of its session's live orders. */
    @Nullable
    FixOrder previous;

    @Nullable
    FixOrder next;

    FixOrder(
            final long id,
            final @Nullable FixBookSession owner,
            final long uid,
            final int symbol,
            final int side,
            final OrderTerms terms,
            final String clOrdId) {
        this.id = id;
        this.owner = owner;
        this.uid = uid;
        this.symbol = symbol;
        this.side = side;
        this.terms = terms;
        this.clOrdId = clOrdId;
    }

    /** Its id. */
    public long id() {
        return id;
    }

    /** Its owner. */
    public long uid() {
        return uid;
    }

    /** Its symbol. */
    public int symbol() {
        return symbol;
    }

    /** 54. */
    public int side() {
        return side;
    }

    /** What a replacement must not contradict. */
    public OrderTerms terms() {
        return terms;
    }

    /** Lots that were taken off without a trade: what the engine takes for the order's size is 38 and these. */
    public long lost() {
        return lost;
    }

    /** Whether it ends with the day. */
    public boolean isDay() {
        return terms.timeInForce() == DAY;
    }

    /** Whether it can still trade. */
    public boolean isLive() {
        return status == '0' || status == '1';
    }

    void fill(final long lots, final long ticks) {
        cum += lots;
        final long low = lots * ticks;
        sumHigh += Math.multiplyHigh(lots, ticks);
        sumLow += low;
        if (Long.compareUnsigned(sumLow, low) < 0) {
            sumHigh++;
        }
    }
}
