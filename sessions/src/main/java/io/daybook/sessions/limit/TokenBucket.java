package io.daybook.sessions.limit;

/** Lets so many a second through, and a burst at once. Allocates nothing. */
public final class TokenBucket {
    private static final long SECOND_NS = 1_000_000_000L;

    private RateLimit limit;

    /** Tokens, each of a second's nanoseconds. */
    private long filled;

    private long lastNs;

    /** Full. */
    public TokenBucket(final RateLimit limit, final long nowNs) {
        this.limit = limit;
        this.filled = limit.burst() * SECOND_NS;
        this.lastNs = nowNs;
    }

    /** Another limit counts from now on; what is in the bucket stays, as far as it fits. */
    public void limit(final RateLimit other) {
        limit = other;
        filled = Math.min(filled, other.burst() * SECOND_NS);
    }

    /** Whether one more may pass now; takes its token. */
    public boolean take(final long nowNs) {
        final long full = limit.burst() * SECOND_NS;
        final long elapsed = Math.max(0, nowNs - lastNs);
        lastNs = nowNs;
        filled = elapsed > (full - filled) / limit.perSecond() ? full : filled + elapsed * limit.perSecond();
        if (filled < SECOND_NS) {
            return false;
        }
        filled -= SECOND_NS;
        return true;
    }

    /** The one that passed last has not passed after all. */
    public void giveBack() {
        filled += SECOND_NS;
    }
}
