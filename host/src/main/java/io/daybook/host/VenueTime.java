package io.daybook.host;

import java.util.concurrent.TimeUnit;

/**
 * The time of a venue, which stamps its commands; whatever follows from the journal goes by it: ends of orders,
 * candles, windows of 24 hours, times in answers. Signatures, silence, deadlines and forces go by the {@link #machine}
 * clock. A venue that serves has one time for both; a test may move the venue's by itself. Any thread.
 */
public abstract class VenueTime {
    private final Clock machine;

    /** For a time of the assembler's own. */
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

    /** Stamps a command: ns since the epoch. */
    public abstract long stampNs();

    /** For texts: ms since the epoch. */
    public abstract long epochMillis();

    /** For texts: ns since the epoch, as exact as {@link #epochMillis}. */
    public final long epochNs() {
        return TimeUnit.MILLISECONDS.toNanos(epochMillis());
    }

    /** Takes the ticks of an exchange, which a time that stands still waits for; one that runs does nothing. */
    public void drives(final Ticks ticks) {}

    /** What an exchange has to do at certain times. Any thread. */
    public interface Ticks {
        /** Nothing is due before this time, ns since the epoch; {@link Long#MAX_VALUE} for never. */
        long dueNs();

        /** Whether all that was due at a time is done. */
        boolean isDone(long nowNs);

        /** The time has moved. */
        void wake();
    }
}
