package io.daybook.risk;

/**
 * The facts about the live order that the hold of a REPLACE_ORDER needs: matching fills it, risk reads it. Used by one
 * thread.
 */
public final class ReplacedOrder {
    /** Whether it is a bid. */
    public boolean bid;

    /** Whether it is the entry of a bracket, which holds twice for a future. */
    public boolean bracket;

    /** Its reserve price. */
    public long reserve;

    /** Its lots. */
    public long lots;

    /** Its lots after the command; 0 or less removes it. */
    public long newLots;

    /** Its price after the command. */
    public long price;

    /** Its price after its trigger is met; 0 for none. */
    public long stopPrice;
}
