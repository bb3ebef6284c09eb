package io.daybook.client.itch;

/** An index level was reached (W). */
public final class CircuitBreakerBreach extends ItchMessage {
    static final byte TYPE = 'W';
    static final int LENGTH = 12;

    private static final int LEVEL_OFFSET = 11;

    CircuitBreakerBreach() {}

    /** 1, 2 or 3. */
    public char level() {
        return character(LEVEL_OFFSET);
    }
}
