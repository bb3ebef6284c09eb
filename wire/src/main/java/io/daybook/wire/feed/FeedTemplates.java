package io.daybook.wire.feed;

/** The numbers of the feed's messages, and the lengths of their blocks in version 1. They never change. */
public final class FeedTemplates {
    /** The number of the following messages that belong to one command. */
    public static final int GROUP = 1;

    /** An order rests, at the tail of its level. */
    public static final int ADD = 2;

    /** A resting order trades. */
    public static final int EXEC = 3;

    /** A trade of an order that was not shown. */
    public static final int TRADE = 4;

    /** Lots are taken off an order without a trade. */
    public static final int CUT = 5;

    /** An order leaves its place and goes to the tail of a level. */
    public static final int MOVED = 6;

    /** The specification of a symbol. */
    public static final int LISTING = 7;

    /** Whether and how a symbol trades. */
    public static final int STATE = 8;

    /** The number of orders and the hash that a symbol's book must have. */
    public static final int CHECK = 9;

    /** All books are empty. */
    public static final int RESET = 10;

    /** In a stream of levels: the number of the following messages that belong to one command. */
    public static final int GROUP2 = 20;

    /** The state of a level after a command. */
    public static final int LEVEL = 21;

    private static final int[] BLOCK_LENGTHS = {
        0, 24, 32, 40, 40, 24, 40, 48, 24, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24, 32
    };

    private FeedTemplates() {}

    /** Returns whether version 1 has this message in a stream of orders. */
    public static boolean isKnown(final int template) {
        return template >= GROUP && template <= RESET;
    }

    /** The length of the block of a message of version 1. */
    public static int blockLength(final int template) {
        return BLOCK_LENGTHS[template];
    }
}
