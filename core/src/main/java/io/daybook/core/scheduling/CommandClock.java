package io.daybook.core.scheduling;

import io.daybook.journal.host.Clock;

/**
 * The time that producers stamp commands with: ns since the epoch, from the monotonic clock, brought into line with the
 * wall clock every second. Any thread. The engine never reads it.
 */
public final class CommandClock {
    private static final long RESYNC_NS = 1_000_000_000;

    private final Clock clock;

    private volatile Offset offset;

    public CommandClock(final Clock clock) {
        this.clock = clock;
        this.offset = Offset.by(clock);
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

    /** What to add to the monotonic clock, as found at one moment. */
    private record Offset(long offsetNs, long syncedAtNs) {
        static Offset by(final Clock clock) {
            final long nano = clock.nanoTime();
            return new Offset(clock.epochNs() - nano, nano);
        }
    }
}
