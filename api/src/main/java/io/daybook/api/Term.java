package io.daybook.api;

/**
 * The terms that a command on orders may have besides its fixed fields. Each is a number; an order without terms is
 * plain. The code is the bit of the term in a mask of terms.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum Term {
    /** The order is dormant until a price reaches this one, in ticks. */
    TRIGGER(0),
    /** The direction from which the price must reach the trigger: the code of a {@link TriggerWhen}. */
    WHEN(1),
    /** The price that is compared with the trigger: the code of a {@link PriceSource}; LAST by default. */
    TRIGGER_BY(2),
    /** The order rests at its price, and enters at this price instead once its trigger is met. */
    STOP_PRICE(3),
    /** The trigger follows the last price at this distance, in ticks. */
    TRAIL(4),
    /** The least step by which the trigger follows, in ticks. */
    TRAIL_STEP(5),
    /** The lots that are shown at a time; 0 for none. */
    DISPLAY(6),
    /** The lots that must trade when the order enters; else all of it is rejected. */
    MIN_SIZE(7),
    /** The limit is this many ticks beyond the best opposite price, and never worse than the order's price. */
    SLIPPAGE(8),
    /** 1: a POST_ONLY order that would cross rests one tick before the best opposite price. */
    SLIDE(9),
    /** The time at which the order expires, ns since the epoch: the first TICK at or after it cancels the order. */
    EXPIRE_AT(10),
    /** 1: the order ends with the day; not supported yet. */
    DAY(11),
    /** 1: the order only closes a position; not supported yet. */
    REDUCE_ONLY(12),
    /** What the order does when it meets another order of its own user or group: the code of an {@link StpMode}. */
    STP(13),
    /** 1: mass cancels of flagged orders cancel this order. */
    FLAGGED(14),
    /** The order that the traded lots of this order feed. */
    EXIT_ORDER_ID(15),
    /** The limit of that order, in ticks; 0 for none. */
    EXIT_PRICE(16),
    /** The trigger of that order, in ticks; 0 for none. */
    EXIT_TRIGGER(17),
    /** The limit of that order once the trigger is met, in ticks; 0 without a trigger. */
    EXIT_STOP_PRICE(18),
    /** The new id of a replaced order; REPLACE_ORDER only. */
    NEW_ORDER_ID(19),
    /** 1: the user is suspended first; MASS_CANCEL only. */
    SUSPEND(20);

    private static final Term[] BY_CODE;

    static {
        int last = 0;
        for (final Term value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new Term[last + 1];
        for (final Term value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    Term(final int code) {
        this.code = code;
    }

    /** The stable number of this value, as written to journals. */
    public int code() {
        return code;
    }

    /**
     * The value with a number.
     *
     * @throws IllegalArgumentException when no value has that number
     */
    public static Term of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a Term: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a new order can have this term; the other terms belong to REPLACE_ORDER or MASS_CANCEL alone. */
    public boolean isOfOrder() {
        return code <= EXIT_STOP_PRICE.code;
    }

    /** A mask with this term alone. */
    public int mask() {
        return 1 << code;
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
