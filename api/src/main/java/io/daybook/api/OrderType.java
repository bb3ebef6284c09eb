package io.daybook.api;

/**
 * What an order does with the lots that it cannot trade at once.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum OrderType {
    /** Good till cancelled: trades while it crosses, then rests. */
    GTC(1, false),
    /** Immediate or cancel: trades what it can within its price; the rest is rejected. */
    IOC(2, false),
    /** Fill or kill: the whole size within its price, or nothing. */
    FOK(3, false),
    /** Fill or kill within a budget for the whole order; its price is that total, in ticks times lots. */
    FOK_BUDGET(4, true),
    /** Buys lots from the best ask upward while the money lasts; bids of exchange pairs only. */
    IOC_BUDGET(5, true),
    /** Rests like GTC if it does not cross at all; otherwise the whole size is rejected. */
    POST_ONLY(6, false);

    private static final OrderType[] BY_CODE;

    static {
        int last = 0;
        for (final OrderType value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new OrderType[last + 1];
        for (final OrderType value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;
    private final boolean isBudget;

    OrderType(final int code, final boolean isBudget) {
        this.code = code;
        this.isBudget = isBudget;
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
    public static OrderType of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of an OrderType: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }

    /** Whether the price of such an order is a total in ticks times lots. */
    public boolean isBudget() {
        return isBudget;
    }
}
