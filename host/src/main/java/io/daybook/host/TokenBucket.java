package io.daybook.host;

/** Lets so many a period through, and a burst at once. Allocates nothing. */
public final class TokenBucket {
    private static final long SECOND_NS = 1_000_000_000L;

    private final long periodNs;
    private RateLimit limit;

    /** Tokens, each of a period's nanoseconds. */
    private long filled;

    private long lastNs;

    /** Full, for a second's limit. */
    public TokenBucket(final RateLimit limit, final long nowNs) {
        this(limit, SECOND_NS, nowNs);
    }

    /** Full, for a limit of another period. */
    public TokenBucket(final RateLimit limit, final long periodNs, final long nowNs) {
        this.periodNs = periodNs;
        this.limit = limit;
        this.filled = limit.burst() * periodNs;
        this.lastNs = nowNs;
    }

    /** Another limit counts from now on; what is in the bucket stays, as far as it fits. */
    public void limit(final RateLimit other) {
        limit = other;
        filled = Math.min(filled, other.burst() * periodNs);
    }

    /** Whether one more may pass now; takes its token. */
    public boolean take(final long nowNs) {
        if (left(nowNs) == 0) {
            return false;
        }
        filled -= periodNs;
        return true;
    }

    /** How many may pass now. */
    public int left(final long nowNs) {
        final long full = limit.burst() * periodNs;
        final long elapsed = Math.max(0, nowNs - lastNs);
        lastNs = nowNs;
        filled = elapsed > (full - filled) / limit.perSecond() ? full : filled + elapsed * limit.perSecond();
        return (int) (filled / periodNs);
    }

    /** The one that passed last has not passed after all. */
    public void giveBack() {
        filled += periodNs;
    }
}
