package io.daybook.risk;

/**
 * The facts about the live order that the hold of a REPLACE_ORDER needs: matching fills it, risk reads it. Used by one
 * thread.
 */
public final class ReplacedOrder {
    /** Whether the order is a bid. */
    public boolean bid;

    /** Whether the order is the entry of a bracket; for a future, such an order holds twice. */
    public boolean bracket;

    /** The reserve price of the order. */
    public long reserve;

    /** The order's lots before the command. */
    public long lots;

    /** The order's lots after the command; 0 or less removes the order. */
    public long newLots;

    /** The order's price after the command. */
    public long price;

    /** The order's price after its trigger is met; 0 for none. */
    public long stopPrice;
}
