package io.daybook.host;

import java.util.concurrent.TimeUnit;

/**
 * The time of a venue, which stamps its commands. Everything that follows from the journal uses it: ends of orders,
 * candles, windows of 24 hours, times in answers. Signatures, heartbeats, deadlines and forces use the {@link #machine}
 * clock. In production the two are the same; a test may move only the time of the venue. Any thread.
 */
public abstract class VenueTime {
    private final Clock machine;

    /** For subclasses, which control the time themselves. */
    protected VenueTime(final Clock machine) {
        this.machine = machine;
    }

    /** The time of the machine. */
    public static VenueTime of(final Clock machine) {
        return new RunningTime(machine);
    }

    /** The clock of the machine, which always runs. */
    public final Clock machine() {
        return machine;
    }

    /** The stamp of a command, in ns since the epoch. */
    public abstract long stampNs();

    /** The venue's wall-clock time, in ms since the epoch. */
    public abstract long epochMillis();

    /** The venue's wall-clock time, in ns since the epoch, with the resolution of {@link #epochMillis}. */
    public final long epochNs() {
        return TimeUnit.MILLISECONDS.toNanos(epochMillis());
    }

    /**
     * Registers the ticks of an exchange. A venue time that a test moves waits until they are done; one that runs by
     * itself ignores them.
     */
    public void drives(final Ticks ticks) {}

    /** The work of an exchange that is due at certain times. Any thread. */
    public interface Ticks {
        /** The time of the next work, in ns since the epoch; {@link Long#MAX_VALUE} if there is none. */
        long dueNs();

        /** Returns whether all work that was due at the time {@code nowNs} is done. */
        boolean isDone(long nowNs);

        /** Called when the time has moved. */
        void wake();
    }
}
