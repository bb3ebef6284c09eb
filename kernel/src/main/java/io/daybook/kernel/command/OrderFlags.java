package io.daybook.kernel.command;

/**
 * The facts about an order, besides its lots, that settlement needs from matching. {@link CommandSlot#orderFlags()} has
 * those of the order of the command, an event those of any other order. A bracket is an entry and its exit, two live
 * orders; lots that the entry trades become lots of the exit.
 */
public final class OrderFlags {
    /** The order is the entry of a bracket: its traded lots are reserved again, for the exit. */
    public static final int FEEDS_EXIT = 1;

    /** The order has no lots left but stays: it is the exit of a live entry. */
    public static final int STAYS = 2;

    /** The order's partner, which has no lots, ends with it. */
    public static final int ENDS_PARTNER = 4;

    /** In a CANCEL: the order is the taker, whose lots settlement counts separately. */
    public static final int IS_TAKER = 8;

    /** In a REDUCE or CANCEL that ends an exit: the entry stays, and is no bracket from here on. */
    public static final int FREES_ENTRY = 16;

    /** The bit of the first maker flag: the event of a trade has the flags of its maker shifted by this many bits. */
    public static final int MAKER_SHIFT = 8;

    private OrderFlags() {}
}
