package io.daybook.host;

import java.util.concurrent.TimeUnit;

/**
 * The time, given in by whoever assembles a journal or an exchange; nothing below asks the system for it. Any thread.
 *
 * <p>A class and not an interface: a process that knows one clock only calls it without a look at its type.
 */
public abstract class Clock {

    /** For a clock of the assembler's own. */
    protected Clock() {}

    /** The clock of the system. */
    public static Clock system() {
        return new SystemClock();
    }

    /** The monotonic time in ns, from an origin of its own; only differences mean anything. */
    public abstract long nanoTime();

    /** The wall-clock time in ms since the epoch; may jump. */
    public abstract long epochMillis();

    /** The wall-clock time in ns since the epoch, as exact as {@link #epochMillis}. */
    public final long epochNs() {
        return TimeUnit.MILLISECONDS.toNanos(epochMillis());
    }
}
