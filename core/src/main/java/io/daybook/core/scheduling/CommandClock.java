package io.daybook.core.scheduling;

import io.daybook.api.Limits;
import io.daybook.host.VenueTime;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time with which producers stamp commands. A sender's own stamp may be later than this time and than the time of
 * the command before, but by at most {@link Limits#MAX_STAMP_LEAD_NS}. Any thread. The engine never reads this clock.
 */
public final class CommandClock {
    private final VenueTime time;

    /** The highest stamp that is accepted without reading the clock again; it only grows. */
    private final AtomicLong lastStampNs;

    /**
     * A clock of an exchange.
     *
     * @param timeNs the time of its last command
     */
    public CommandClock(final VenueTime time, final long timeNs) {
        this.time = time;
        this.lastStampNs = new AtomicLong(afterLead(timeNs));
    }

    private static long afterLead(final long timeNs) {
        return timeNs > Long.MAX_VALUE - Limits.MAX_STAMP_LEAD_NS ? Long.MAX_VALUE : timeNs + Limits.MAX_STAMP_LEAD_NS;
    }

    /**
     * Refuses a stamp that is too far ahead of both the clock and the time of the command before.
     *
     * @throws IllegalArgumentException if it is
     */
    public void requireStamp(final long stampNs) {
        if (stampNs > lastStampNs.get() && stampNs > allow(nowNs())) {
            throw new IllegalArgumentException("a stamp must be at most a day beyond the clock or the time of the"
                    + " command before: timestampNs=" + stampNs);
        }
    }

    /** Records the stamp of a command that {@link #requireStamp} accepted: the next stamp may be as far ahead of it. */
    public void sent(final long stampNs) {
        if (stampNs > lastStampNs.get() - Limits.MAX_STAMP_LEAD_NS && stampNs > nowNs()) {
            allow(stampNs);
        }
    }

    private long allow(final long timeNs) {
        return lastStampNs.accumulateAndGet(afterLead(timeNs), Math::max);
    }

    public long nowNs() {
        return time.stampNs();
    }
}
