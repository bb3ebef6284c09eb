package io.daybook.core.scheduling;

/**
 * The time that producers stamp commands with: ns since the epoch, from the monotonic clock, brought into line with the
 * wall clock every second. Any thread. The engine never reads it.
 */
public final class CommandClock {
    private static final long NS_PER_MS = 1_000_000;
    private static final long RESYNC_NS = 1_000_000_000;

    private volatile Offset offset = Offset.now();

    public long nowNs() {
        final long nano = System.nanoTime();
        Offset current = offset;
        if (nano - current.syncedAtNs > RESYNC_NS) {
            current = Offset.now();
            offset = current;
        }
        return nano + current.offsetNs;
    }

    /** What to add to the monotonic clock, as found at one moment. */
    private record Offset(long offsetNs, long syncedAtNs) {
        static Offset now() {
            final long nano = System.nanoTime();
            return new Offset(System.currentTimeMillis() * NS_PER_MS - nano, nano);
        }
    }
}
