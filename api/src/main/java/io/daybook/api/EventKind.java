package io.daybook.api;

/**
 * The kind of an event in the life of an order.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum EventKind {
    /** A taker met one maker. */
    TRADE(1),
    /** Lots were taken off the book by a cancel or a reduce. */
    REDUCE(2),
    /** Lots of an order were rejected; the last event of its act. */
    REJECT(3),
    /** An order enters the book: up to the next ACT it is the taker of trades and the subject of a REJECT. */
    ACT(4),
    /** The exchange cancelled lots of an order; see {@link CancelReason}. */
    CANCEL(5),
    /** An order has another price, size or id. */
    REPLACE(6),
    /** An order that is shown in parts shows the next part, at the tail of its level. */
    REFRESH(7),
    /** An order rests at another price than it was sent with. */
    REPRICE(8);

    private static final EventKind[] BY_CODE;

    static {
        int last = 0;
        for (final EventKind value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new EventKind[last + 1];
        for (final EventKind value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    EventKind(final int code) {
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
    public static EventKind of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of an EventKind: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
