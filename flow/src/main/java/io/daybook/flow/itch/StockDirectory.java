package io.daybook.flow.itch;

/** A stock, and its number in the messages of this day (R). */
public final class StockDirectory extends ItchMessage {
    static final byte TYPE = 'R';
    static final int LENGTH = 39;

    private static final int STOCK_OFFSET = 11;
    private static final int MARKET_CATEGORY_OFFSET = 19;
    private static final int FINANCIAL_STATUS_OFFSET = 20;
    private static final int ROUND_LOT_SIZE_OFFSET = 21;
    private static final int ROUND_LOTS_ONLY_OFFSET = 25;
    private static final int ISSUE_CLASSIFICATION_OFFSET = 26;
    private static final int ISSUE_SUB_TYPE_OFFSET = 27;
    private static final int AUTHENTICITY_OFFSET = 29;
    private static final int SHORT_SALE_THRESHOLD_OFFSET = 30;
    private static final int IPO_FLAG_OFFSET = 31;
    private static final int PRICE_TIER_OFFSET = 32;
    private static final int ETP_FLAG_OFFSET = 33;
    private static final int ETP_LEVERAGE_OFFSET = 34;
    private static final int INVERSE_FLAG_OFFSET = 38;

    StockDirectory() {}

    /** The symbol, as eight characters; {@link ItchText} converts them to text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** The market category of the listing. */
    public char marketCategory() {
        return character(MARKET_CATEGORY_OFFSET);
    }

    /** The financial status of the issuer, a letter. */
    public char financialStatus() {
        return character(FINANCIAL_STATUS_OFFSET);
    }

    /** The number of shares in a round lot. */
    public long roundLotSize() {
        return u32(ROUND_LOT_SIZE_OFFSET);
    }

    /** Y if only round lots are accepted. */
    public char roundLotsOnly() {
        return character(ROUND_LOTS_ONLY_OFFSET);
    }

    /** The kind of security. */
    public char issueClassification() {
        return character(ISSUE_CLASSIFICATION_OFFSET);
    }

    /** The sub-type of the security, two characters. */
    public int issueSubType() {
        return u16(ISSUE_SUB_TYPE_OFFSET);
    }

    /** P in production, T in tests. */
    public char authenticity() {
        return character(AUTHENTICITY_OFFSET);
    }

    /** Whether short sales are restricted, a letter. */
    public char shortSaleThreshold() {
        return character(SHORT_SALE_THRESHOLD_OFFSET);
    }

    /** Y for a new issue. */
    public char ipoFlag() {
        return character(IPO_FLAG_OFFSET);
    }

    /** The tier of the price bands. */
    public char priceTier() {
        return character(PRICE_TIER_OFFSET);
    }

    /** Y for an exchange traded product. */
    public char etpFlag() {
        return character(ETP_FLAG_OFFSET);
    }

    /** The leverage of an exchange traded product. */
    public long etpLeverage() {
        return u32(ETP_LEVERAGE_OFFSET);
    }

    /** Y if the leverage is inverse. */
    public char inverseFlag() {
        return character(INVERSE_FLAG_OFFSET);
    }
}
