package io.daybook.host;

/**
 * The limit of a token bucket.
 *
 * @param perSecond tokens that come back in a second, 1 to 10,000,000
 * @param burst tokens that a full bucket holds, 1 to 100,000,000
 */
public record RateLimit(int perSecond, int burst) {
    /** The limit of a session for which the configuration sets none. */
    public static final RateLimit DEFAULT = new RateLimit(1_000, 2_000);

    /** The largest {@link #perSecond}. */
    public static final int MAX_PER_SECOND = 10_000_000;

    /** The largest bucket. */
    public static final int MAX_BURST = 100_000_000;

    /** Checks the ranges. */
    public RateLimit {
        if (perSecond < 1 || perSecond > MAX_PER_SECOND) {
            throw new IllegalArgumentException(
                    "perSecond must be from 1 to " + MAX_PER_SECOND + ": perSecond=" + perSecond);
        }
        if (burst < 1 || burst > MAX_BURST) {
            throw new IllegalArgumentException("burst must be from 1 to " + MAX_BURST + ": burst=" + burst);
        }
    }
}
