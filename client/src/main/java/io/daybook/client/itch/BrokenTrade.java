package io.daybook.client.itch;

/** An execution is void (B). */
public final class BrokenTrade extends ItchMessage {
    static final byte TYPE = 'B';
    static final int LENGTH = 19;

    private static final int MATCH_OFFSET = 11;

    BrokenTrade() {}

    /** Its number. */
    public long match() {
        return i64(MATCH_OFFSET);
    }
}
