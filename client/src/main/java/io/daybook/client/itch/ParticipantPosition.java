package io.daybook.client.itch;

/** A market participant in a stock (L). */
public final class ParticipantPosition extends ItchMessage {
    static final byte TYPE = 'L';
    static final int LENGTH = 26;

    private static final int PARTICIPANT_OFFSET = 11;
    private static final int STOCK_OFFSET = 15;
    private static final int PRIMARY_MARKET_MAKER_OFFSET = 23;
    private static final int MODE_OFFSET = 24;
    private static final int STATE_OFFSET = 25;

    ParticipantPosition() {}

    /** Who. Four characters; {@link ItchText} makes them text. */
    public int participant() {
        return i32(PARTICIPANT_OFFSET);
    }

    /** The symbol. Eight characters; {@link ItchText} makes them text. */
    public long stock() {
        return i64(STOCK_OFFSET);
    }

    /** Y or N. */
    public char primaryMarketMaker() {
        return character(PRIMARY_MARKET_MAKER_OFFSET);
    }

    /** Of the market maker. */
    public char mode() {
        return character(MODE_OFFSET);
    }

    /** Of the participant. */
    public char state() {
        return character(STATE_OFFSET);
    }
}
