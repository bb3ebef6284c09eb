package io.daybook.client;

/** A term of an order, beyond its fixed fields. Each is a number. */
public enum Term {
    /** The order is dormant until a price reaches this one, in ticks; {@link #TRIGGER_BY} names that price. */
    TRIGGER(0),
    /** The direction in which the price must reach the trigger: 1 rising, 2 falling. */
    WHEN(1),
    /** The price that must reach the trigger: 1 last, which is the default; 2 mark. */
    TRIGGER_BY(2),
    /** The order rests at its price; once its trigger is met it enters at this price instead, in ticks. */
    STOP_PRICE(3),
    /** The trigger trails the last price at this distance, in ticks. */
    TRAIL(4),
    /** The trigger moves by at least this many ticks at a time. */
    TRAIL_STEP(5),
    /** The lots that are shown at a time; 0 for none. */
    DISPLAY(6),
    /** The lots that must trade when the order enters, else all of it is rejected. */
    MIN_SIZE(7),
    /** The limit is this many ticks beyond the best opposite price, and never worse than the order's price. */
    SLIPPAGE(8),
    /** 1: a POST_ONLY that would cross rests one tick before the best opposite price. */
    SLIDE(9),
    /** The time at which the order expires, ns since the epoch: the first TICK at or after it cancels the order. */
    EXPIRE_AT(10),
    /** 1: the order ends with the day; the venue may not support it yet. */
    DAY(11),
    /** 1: the order only closes a position; the venue may not support it yet. */
    REDUCE_ONLY(12),
    /**
     * The outcome if the order meets another of its own user or group: 1 they trade, 2 the taker is cancelled, 3 the
     * maker is cancelled, 4 both are, 5 both lose the lots that they would have traded.
     */
    STP(13),
    /** 1: mass cancels of flagged orders include the order. */
    FLAGGED(14),
    /** Gives the order an exit for the lots that it trades; the value is 0, because the venue chooses the id. */
    EXIT_ORDER_ID(15),
    /** The exit's limit, in ticks; 0 for none. */
    EXIT_PRICE(16),
    /** The exit's trigger, in ticks; 0 for none. */
    EXIT_TRIGGER(17),
    /** The exit's limit once its trigger is met, in ticks; 0 without a trigger. */
    EXIT_STOP_PRICE(18);

    private final int code;

    Term(final int code) {
        this.code = code;
    }

    /** The number of this term on the wire. */
    public int code() {
        return code;
    }
}
