package io.daybook.api;

/** The limits of the contract, in one place. */
public final class Limits {
    /** The highest price of an order, in ticks. */
    public static final long MAX_PRICE = 1L << 40;

    /** The largest size of an order, in lots. */
    public static final long MAX_SIZE = 1L << 40;

    /** The largest total of a budget order, in ticks times lots. */
    public static final long MAX_BUDGET = 1L << 62;

    /** The largest single adjustment or opening amount, in minor units. */
    public static final long MAX_ADJUSTMENT = 1L << 53;

    /** The largest balance that a deposit may lead to, in minor units. */
    public static final long MAX_DEPOSITED_BALANCE = 1L << 60;

    /** The largest sum of all adjustments of one currency, in minor units, either way. */
    public static final long MAX_ADJUSTMENT_TOTAL = 1L << 62;

    /** The largest sum of |balance| and the exposure of a user's positions in one currency, in minor units. */
    public static final long MAX_EXPOSURE = 1L << 62;

    /** The denominator of proportional fees, which are parts per million. */
    public static final long FEE_SCALE = 1_000_000;

    /** The largest encoded command, in bytes. */
    public static final int MAX_COMMAND_BYTES = 256 * 1024;

    /** The longest tag of a command, in bytes. */
    public static final int MAX_TAG_BYTES = 96;

    /**
     * The most levels per side in one answer about a book: collecting them stops matching for 0.3 to 3 ms, depending on
     * the book.
     */
    public static final int MAX_BOOK_LEVELS = 16_384;

    /** The most levels of a book that a FOK or FOK_BUDGET order may need to fill; one that needs more is rejected. */
    public static final int MAX_LOOK = 4_096;

    /** The most live orders of a user, in all symbols together. */
    public static final int MAX_LIVE_ORDERS = 16_384;

    /**
     * How far, in ns, a sender's stamp may be ahead of both the clock and the time of the command before: a day. Time
     * never goes back, so a stamp far in the future would end every order that expires.
     */
    public static final long MAX_STAMP_LEAD_NS = 86_400_000_000_000L;

    /** The most orders that one MASS_CANCEL takes. */
    public static final int MAX_MASS_CANCEL = 4_096;

    /** The most orders whose time is over that one TICK ends. */
    public static final int MAX_EXPIRIES = 1_024;

    /** The most acts that one command starts besides its own. */
    public static final int MAX_ACTS = 1_024;

    /** A command with this many events starts no further act. */
    public static final int MAX_EVENTS_TO_ACT = 4_096;

    /** The most trailing orders in a symbol. */
    public static final int MAX_TRAILING = 4_096;

    /** The most trailing orders of a user in a symbol. */
    public static final int MAX_TRAILING_OF_USER = 64;

    /** The most parts in which an order can be shown. */
    public static final int MAX_PEAKS = 256;

    /** The most orders in one report of a user. */
    public static final int MAX_REPORT_ORDERS = 1_024;

    private Limits() {}
}
