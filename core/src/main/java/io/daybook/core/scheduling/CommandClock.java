package io.daybook.core.scheduling;

import io.daybook.api.Limits;
import io.daybook.host.Clock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time that producers stamp commands with: ns since the epoch, from the monotonic clock, brought into line with the
 * wall clock every second. A sender's own stamp may be ahead of it and of the time of the command before, but by at
 * most {@link Limits#MAX_STAMP_LEAD_NS}. Any thread. The engine never reads it.
 */
public final class CommandClock {
    private static final long RESYNC_NS = 1_000_000_000;

    private final Clock clock;

    private volatile Offset offset;

    /** The highest stamp that is accepted without reading the clock again; it only grows. */
    private final AtomicLong lastStampNs;

    /**
     * A clock of an exchange.
     *
     * @param timeNs the time of its last command
     */
    public CommandClock(final Clock clock, final long timeNs) {
        this.clock = clock;
        this.offset = Offset.by(clock);
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
        final long nano = clock.nanoTime();
        Offset current = offset;
        if (nano - current.syncedAtNs > RESYNC_NS) {
            current = Offset.by(clock);
            offset = current;
        }
        return nano + current.offsetNs;
    }

    /** The difference to add to the monotonic clock, as measured at one moment. */
    private record Offset(long offsetNs, long syncedAtNs) {
        static Offset by(final Clock clock) {
            final long nano = clock.nanoTime();
            return new Offset(clock.epochNs() - nano, nano);
        }
    }
}
