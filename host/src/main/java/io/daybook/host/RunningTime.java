package io.daybook.host;

/** The monotonic clock, brought into line with the wall clock every second. */
final class RunningTime extends VenueTime {
    private static final long RESYNC_NS = 1_000_000_000;

    private final Clock clock;
    private volatile Offset offset;

    RunningTime(final Clock clock) {
        super(clock);
        this.clock = clock;
        this.offset = Offset.by(clock);
    }

    @Override
    public long stampNs() {
        final long nano = clock.nanoTime();
        Offset current = offset;
        if (nano - current.syncedAtNs > RESYNC_NS) {
            current = Offset.by(clock);
            offset = current;
        }
        return nano + current.offsetNs;
    }

    @Override
    public long epochMillis() {
        return clock.epochMillis();
    }

    /** The difference between the wall clock and the monotonic clock at one moment. */
    private record Offset(long offsetNs, long syncedAtNs) {
        static Offset by(final Clock clock) {
            final long nano = clock.nanoTime();
            return new Offset(clock.epochNs() - nano, nano);
        }
    }
}
