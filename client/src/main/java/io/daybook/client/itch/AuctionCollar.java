package io.daybook.client.itch;

/** The collar of an auction after a pause (J). */
public final class AuctionCollar extends ItchMessage {
    static final byte TYPE = 'J';
    static final int LENGTH = 35;

    private static final int STOCK_OFFSET = 11;
    private static final int REFERENCE_PRICE_OFFSET = 19;
    private static final int UPPER_PRICE_OFFSET = 23;
    private static final int LOWER_PRICE_OFFSET = 27;
    private static final int EXTENSION_OFFSET = 31;

    AuctionCollar() {}

    /** Its symbol. Eight characters; {@link ItchText} makes them text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** The middle of the collar, in 1/10,000. */
    public long referencePrice() {
        return u32(REFERENCE_PRICE_OFFSET);
    }

    /** Its top, in 1/10,000. */
    public long upperPrice() {
        return u32(UPPER_PRICE_OFFSET);
    }

    /** Its bottom, in 1/10,000. */
    public long lowerPrice() {
        return u32(LOWER_PRICE_OFFSET);
    }

    /** How often it was extended. */
    public long extension() {
        return u32(EXTENSION_OFFSET);
    }
}
