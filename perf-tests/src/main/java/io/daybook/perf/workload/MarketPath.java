package io.daybook.perf.workload;

/** Where the market of a {@link MovingMarket} goes, as a multiple of its start price. */
enum MarketPath {
    /** It stays where it is. */
    STATIC(0.01),

    /** It goes 2% up and down, three times. */
    NORMAL(0.01),

    /** It goes 25% up and down, twenty times. */
    SWING_25(0.2),

    /** It goes 40% up and down, twenty times. */
    SWING_40(0.2),

    /** It stays, loses half within a fiftieth of the commands, and wins most of that back within a fifth. */
    CRASH(0.2);

    private static final double CRASH_AT = 0.4;
    private static final double BOTTOM_AT = 0.42;
    private static final double RISE_AT = 0.5;
    private static final double RISEN_AT = 0.7;
    private static final double BOTTOM = 0.5;
    private static final double RISEN = 0.9;

    private final double spread;

    MarketPath(final double spread) {
        this.spread = spread;
    }

    /** How far from the market the farthest new orders stand, as a part of the start price. */
    double spread() {
        return spread;
    }

    /** Where the market is after a part of the commands, 0 to 1. */
    double at(final double part) {
        return switch (this) {
            case STATIC -> 1;
            case NORMAL -> 1 + 0.02 * wave(3 * part);
            case SWING_25 -> 1 + 0.25 * wave(20 * part);
            case SWING_40 -> 1 + 0.4 * wave(20 * part);
            case CRASH -> crash(part);
        };
    }

    /** A triangle: from 0 to 1, to −1, and to 0 again within one. */
    private static double wave(final double turns) {
        final double turn = turns - Math.floor(turns);
        return turn < 0.25 ? 4 * turn : turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4;
    }

    private static double crash(final double part) {
        if (part < CRASH_AT) return 1;
        if (part < BOTTOM_AT) return between(1, BOTTOM, (part - CRASH_AT) / (BOTTOM_AT - CRASH_AT));
        if (part < RISE_AT) return BOTTOM;
        if (part < RISEN_AT) return between(BOTTOM, RISEN, (part - RISE_AT) / (RISEN_AT - RISE_AT));
        return RISEN;
    }

    private static double between(final double from, final double to, final double part) {
        return from + (to - from) * part;
    }
}
