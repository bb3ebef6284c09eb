package io.daybook.host;

import java.util.concurrent.TimeUnit;

/**
 * The time, provided by the assembler of a journal or an exchange; the code below never reads the system's clock. Any
 * thread.
 *
 * <p>A class and not an interface, because a process with a single clock calls it without a type check.
 */
public abstract class Clock {

    protected Clock() {}

    /** The clock of the system. */
    public static Clock system() {
        return new SystemClock();
    }

    /** The monotonic time in ns, from an origin of its own; only differences mean anything. */
    public abstract long nanoTime();

    /** The wall-clock time in ms since the epoch; may jump. */
    public abstract long epochMillis();

    /** The wall-clock time in ns since the epoch, with the resolution of {@link #epochMillis}. */
    public final long epochNs() {
        return TimeUnit.MILLISECONDS.toNanos(epochMillis());
    }
}
