package io.daybook.client.itch;

/** The quotation of a new issue is released (K). */
public final class QuotingPeriod extends ItchMessage {
    static final byte TYPE = 'K';
    static final int LENGTH = 28;

    private static final int STOCK_OFFSET = 11;
    private static final int RELEASE_SECONDS_OFFSET = 19;
    private static final int QUALIFIER_OFFSET = 23;
    private static final int PRICE_OFFSET = 24;

    QuotingPeriod() {}

    /** Its symbol. Eight characters; {@link ItchText} makes them text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** When, in seconds after midnight. */
    public long releaseSeconds() {
        return u32(RELEASE_SECONDS_OFFSET);
    }

    /** A anticipated, C cancelled. */
    public char qualifier() {
        return character(QUALIFIER_OFFSET);
    }

    /** Of the issue, in 1/10,000. */
    public long price() {
        return u32(PRICE_OFFSET);
    }
}
