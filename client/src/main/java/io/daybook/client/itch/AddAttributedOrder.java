package io.daybook.client.itch;

/** A new order of a participant who shows his name (F). */
public final class AddAttributedOrder extends ItchMessage {
    static final byte TYPE = 'F';
    static final int LENGTH = 40;

    private static final int REFERENCE_OFFSET = 11;
    private static final int SIDE_OFFSET = 19;
    private static final int SHARES_OFFSET = 20;
    private static final int STOCK_OFFSET = 24;
    private static final int PRICE_OFFSET = 32;
    private static final int PARTICIPANT_OFFSET = 36;

    AddAttributedOrder() {}

    /** Its number, unique for the day. */
    public long reference() {
        return i64(REFERENCE_OFFSET);
    }

    /** B or S. */
    public char side() {
        return character(SIDE_OFFSET);
    }

    /** Its size. */
    public long shares() {
        return u32(SHARES_OFFSET);
    }

    /** The symbol. Eight characters; {@link ItchText} makes them text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** Its price, in 1/10,000. */
    public long price() {
        return u32(PRICE_OFFSET);
    }

    /** Who. Four characters; {@link ItchText} makes them text. */
    public int participant() {
        return i32(PARTICIPANT_OFFSET);
    }
}
