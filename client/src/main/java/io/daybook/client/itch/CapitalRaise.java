package io.daybook.client.itch;

/** A direct listing with capital raise may open, or may not (O). */
public final class CapitalRaise extends ItchMessage {
    static final byte TYPE = 'O';
    static final int LENGTH = 48;

    private static final int STOCK_OFFSET = 11;
    private static final int ELIGIBILITY_OFFSET = 19;
    private static final int MINIMUM_PRICE_OFFSET = 20;
    private static final int MAXIMUM_PRICE_OFFSET = 24;
    private static final int NEAR_PRICE_OFFSET = 28;
    private static final int NEAR_TIME_NS_OFFSET = 32;
    private static final int LOWER_COLLAR_OFFSET = 40;
    private static final int UPPER_COLLAR_OFFSET = 44;

    CapitalRaise() {}

    /** Its symbol. Eight characters; {@link ItchText} makes them text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** Y where it may open. */
    public char eligibility() {
        return character(ELIGIBILITY_OFFSET);
    }

    /** The least that is allowed, in 1/10,000. */
    public long minimumPrice() {
        return u32(MINIMUM_PRICE_OFFSET);
    }

    /** The most, in 1/10,000. */
    public long maximumPrice() {
        return u32(MAXIMUM_PRICE_OFFSET);
    }

    /** Of the execution as it would be, in 1/10,000. */
    public long nearPrice() {
        return u32(NEAR_PRICE_OFFSET);
    }

    /** When that was computed, ns after midnight. */
    public long nearTimeNs() {
        return i64(NEAR_TIME_NS_OFFSET);
    }

    /** The bottom of the collar, in 1/10,000. */
    public long lowerCollar() {
        return u32(LOWER_COLLAR_OFFSET);
    }

    /** Its top, in 1/10,000. */
    public long upperCollar() {
        return u32(UPPER_COLLAR_OFFSET);
    }
}
