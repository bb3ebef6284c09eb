package io.daybook.risk;

/**
 * What the hold of a REPLACE_ORDER must know of the live order: filled by matching, read by risk. Used by one thread.
 */
public final class ReplacedOrder {
    /** Whether it is a bid. */
    public boolean bid;

    /** Whether it is the entry of a bracket, which holds twice for a future. */
    public boolean bracket;

    /** The reserve price that it has. */
    public long reserve;

    /** Lots that it has. */
    public long lots;

    /** Lots that it is to have; 0 or less takes all of it off. */
    public long newLots;

    /** The price that it is to have. */
    public long price;

    /** The price that it is to have once its trigger is met; 0 for none. */
    public long stopPrice;
}
