package io.daybook.client.itch;

/** The index levels at which all trading pauses, with eight decimals (V). */
public final class CircuitBreakerLevels extends ItchMessage {
    static final byte TYPE = 'V';
    static final int LENGTH = 35;

    private static final int LEVEL1_OFFSET = 11;
    private static final int LEVEL2_OFFSET = 19;
    private static final int LEVEL3_OFFSET = 27;

    CircuitBreakerLevels() {}

    /** The first, with eight decimals. */
    public long level1() {
        return i64(LEVEL1_OFFSET);
    }

    /** The second, with eight decimals. */
    public long level2() {
        return i64(LEVEL2_OFFSET);
    }

    /** The third, with eight decimals. */
    public long level3() {
        return i64(LEVEL3_OFFSET);
    }
}
