package io.daybook.trading;

/** One trade of one of the trader's orders. The object is filled in again for the next trade. Used by one thread. */
public final class Execution {
    private long orderId;
    private int symbol;
    private int side;
    private long price;
    private long size;
    private long fee;
    private boolean isMaker;

    /** Creates an object that is not filled in yet. */
    public Execution() {}

    /** Sets which order traded. */
    public Execution of(final long newOrderId, final int newSymbol, final int newSide) {
        orderId = newOrderId;
        symbol = newSymbol;
        side = newSide;
        return this;
    }

    /**
     * Sets the trade.
     *
     * @param newFee the fee that this side pays, in minor units of the quote currency; a rebate is negative
     */
    public Execution at(final long newPrice, final long newSize, final long newFee, final boolean newIsMaker) {
        price = newPrice;
        size = newSize;
        fee = newFee;
        isMaker = newIsMaker;
        return this;
    }

    /** The order's id. */
    public long orderId() {
        return orderId;
    }

    public int symbol() {
        return symbol;
    }

    /** {@link io.daybook.client.book.OrderLevels#BID} or {@link io.daybook.client.book.OrderLevels#ASK}. */
    public int side() {
        return side;
    }

    /** The price, in ticks. */
    public long price() {
        return price;
    }

    /** The size, in lots. */
    public long size() {
        return size;
    }

    /** The fee of this side, in minor units of the quote currency; a rebate is negative. */
    public long fee() {
        return fee;
    }

    /** Whether the order was the maker; if not, it was the taker. */
    public boolean isMaker() {
        return isMaker;
    }
}
