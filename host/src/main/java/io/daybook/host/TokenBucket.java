package io.daybook.host;

/** Limits how many tokens are taken in a period, and how many at once. Allocates nothing. */
public final class TokenBucket {
    private static final long SECOND_NS = 1_000_000_000L;

    private final long periodNs;
    private RateLimit limit;

    /** The tokens in the bucket, times the nanoseconds of a period. */
    private long filled;

    private long lastNs;

    /** Creates a full bucket with a limit per second. */
    public TokenBucket(final RateLimit limit, final long nowNs) {
        this(limit, SECOND_NS, nowNs);
    }

    /** Creates a full bucket with a limit per period. */
    public TokenBucket(final RateLimit limit, final long periodNs, final long nowNs) {
        this.periodNs = periodNs;
        this.limit = limit;
        this.filled = limit.burst() * periodNs;
        this.lastNs = nowNs;
    }

    /** Sets another limit. The tokens in the bucket stay, up to the new burst. */
    public void limit(final RateLimit other) {
        limit = other;
        filled = Math.min(filled, other.burst() * periodNs);
    }

    /** Takes a token; returns false if none is left. */
    public boolean take(final long nowNs) {
        if (left(nowNs) == 0) {
            return false;
        }
        filled -= periodNs;
        return true;
    }

    /** Returns how many tokens are left now. */
    public int left(final long nowNs) {
        final long full = limit.burst() * periodNs;
        final long elapsed = Math.max(0, nowNs - lastNs);
        lastNs = nowNs;
        filled = elapsed > (full - filled) / limit.perSecond() ? full : filled + elapsed * limit.perSecond();
        return (int) (filled / periodNs);
    }

    /** Puts the token that was taken last back. */
    public void giveBack() {
        filled += periodNs;
    }
}
