package io.daybook.kernel.command;

/**
 * What matching says of an order to settlement beside its lots: in {@link CommandSlot#orderFlags()} for the order of
 * the command, in the event for any other. A bracket is an entry and its exit, two live orders; lots that the entry
 * trades become lots of the exit.
 */
public final class OrderFlags {
    /** The order is the entry of a bracket: what it trades is reserved again, for the exit. */
    public static final int FEEDS_EXIT = 1;

    /** The order has no lots left and lives on: the exit of an entry that lives. */
    public static final int STAYS = 2;

    /** With the order its partner has ended, which has no lots. */
    public static final int ENDS_PARTNER = 4;

    /** Of a CANCEL: the order is the taker, whose lots settlement counts by themselves. */
    public static final int IS_TAKER = 8;

    /** Of a REDUCE or CANCEL that ends an exit: the entry lives on, and is no bracket from here on. */
    public static final int FREES_ENTRY = 16;

    /** The first of the flags of a maker, which stand so many bits higher in the event of its trade. */
    public static final int MAKER_SHIFT = 8;

    private OrderFlags() {}
}
