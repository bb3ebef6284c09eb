package io.daybook.cli;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How far long work is, in a line of standard error. On a terminal the line is drawn anew in its place and is gone in the end; elsewhere,
 * and where it was asked for, lines stay. Used by one thread.
 */
final class ProgressLine implements AutoCloseable {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long REDRAW_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final @Nullable PrintStream out;
    private final boolean redrawn;
    private final boolean kept;
    private final LongSupplier clock;

    private long dueNs;
    private int drawn;

    /**
     * A line, which says nothing before a second has passed.
     *
     * @param out where to; null for nowhere
     * @param redrawn in its place, on a terminal
     * @param kept what was last said of each piece of work stays
     * @param clock as {@link System#nanoTime}
     */
    ProgressLine(final @Nullable PrintStream out, final boolean redrawn, final boolean kept, final LongSupplier clock) {
        this.out = out;
        this.redrawn = redrawn;
        this.kept = kept;
        this.clock = clock;
        this.dueNs = clock.getAsLong() + PATIENCE_NS;
    }

    boolean isOn() {
        return out != null;
    }

    long nowNs() {
        return clock.getAsLong();
    }

    /** Says how far it is, where it is time for that. */
    void show(final Supplier<String> text) {
        final long nowNs = clock.getAsLong();
        if (out != null && nowNs - dueNs >= 0) {
            dueNs = nowNs + (redrawn ? REDRAW_NS : PATIENCE_NS);
            print(out, text.get(), !redrawn);
        }
    }

    /** Says how a piece of work ended. */
    void done(final Supplier<String> text) {
        if (out != null && kept) {
            print(out, text.get(), true);
        }
    }

    /** Leaves an empty line, or what stays and an empty one. */
    @Override
    public void close() {
        if (out != null && drawn > 0) {
            print(out, "", false);
        }
    }

    private void print(final PrintStream stream, final String text, final boolean stays) {
        if (!redrawn) {
            stream.println(text);
            return;
        }
        final String erased = " ".repeat(Math.max(drawn - text.length(), 0));
        stream.print("\r" + text + erased + (stays ? System.lineSeparator() : text.isEmpty() ? "\r" : ""));
        stream.flush();
        drawn = stays ? 0 : text.length();
    }
}
