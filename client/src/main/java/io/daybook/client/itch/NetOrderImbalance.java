package io.daybook.client.itch;

/** What an auction would pair at this moment (I). */
public final class NetOrderImbalance extends ItchMessage {
    static final byte TYPE = 'I';
    static final int LENGTH = 50;

    private static final int PAIRED_SHARES_OFFSET = 11;
    private static final int IMBALANCE_OFFSET = 19;
    private static final int DIRECTION_OFFSET = 27;
    private static final int STOCK_OFFSET = 28;
    private static final int FAR_PRICE_OFFSET = 36;
    private static final int NEAR_PRICE_OFFSET = 40;
    private static final int REFERENCE_PRICE_OFFSET = 44;
    private static final int CROSS_TYPE_OFFSET = 48;
    private static final int PRICE_VARIATION_OFFSET = 49;

    NetOrderImbalance() {}

    /** That would be executed. */
    public long pairedShares() {
        return i64(PAIRED_SHARES_OFFSET);
    }

    /** Shares that would not. */
    public long imbalance() {
        return i64(IMBALANCE_OFFSET);
    }

    /** Of the imbalance: B, S, N or O. */
    public char direction() {
        return character(DIRECTION_OFFSET);
    }

    /** The symbol. Eight characters; {@link ItchText} makes them text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** Of auction orders alone, in 1/10,000. */
    public long farPrice() {
        return u32(FAR_PRICE_OFFSET);
    }

    /** Of auction orders and others, in 1/10,000. */
    public long nearPrice() {
        return u32(NEAR_PRICE_OFFSET);
    }

    /** That the imbalance is computed at, in 1/10,000. */
    public long referencePrice() {
        return u32(REFERENCE_PRICE_OFFSET);
    }

    /** Which auction. */
    public char crossType() {
        return character(CROSS_TYPE_OFFSET);
    }

    /** How far the near price is from the reference. */
    public char priceVariation() {
        return character(PRICE_VARIATION_OFFSET);
    }
}
