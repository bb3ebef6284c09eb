package io.daybook.cli.console;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Shows the progress of long work in a line of standard error. On a terminal the line is redrawn in place and erased at
 * the end; elsewhere, and on request, each line stays. Used by one thread; other threads print through {@link #note}
 * meanwhile.
 */
public final class ProgressLine implements AutoCloseable {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long REDRAW_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /** The form of the progress. */
    public enum Manner {
        /** No progress is shown. */
        SILENT,
        /** A new line is printed each time. */
        LINES,
        /** One line is redrawn, on a terminal. */
        REDRAWN
    }

    private final PrintStream out;
    private final Manner manner;
    private final boolean kept;
    private final LongSupplier clock;

    private long dueNs;
    private String drawn = "";

    /**
     * Creates a line that shows nothing in the first second.
     *
     * @param out the output
     * @param kept whether the last text of each piece of work stays
     * @param clock a clock like {@link System#nanoTime}
     */
    public ProgressLine(final PrintStream out, final Manner manner, final boolean kept, final LongSupplier clock) {
        this.out = out;
        this.manner = manner;
        this.kept = kept;
        this.clock = clock;
        this.dueNs = clock.getAsLong() + PATIENCE_NS;
    }

    boolean isOn() {
        return manner != Manner.SILENT;
    }

    long nowNs() {
        return clock.getAsLong();
    }

    /** Shows the progress, if enough time has passed since the last time. */
    public void show(final Supplier<String> text) {
        final long nowNs = clock.getAsLong();
        if (isOn() && nowNs - dueNs >= 0) {
            dueNs = nowNs + (manner == Manner.REDRAWN ? REDRAW_NS : PATIENCE_NS);
            print(text.get(), manner == Manner.LINES);
        }
    }

    /** Shows the result of a piece of work. */
    public void done(final Supplier<String> text) {
        if (isOn() && kept) {
            print(text.get(), true);
        }
    }

    /**
     * Prints a note on a separate line, which stays, and redraws the progress. Called by any thread, even after the
     * end.
     */
    public synchronized void note(final String text) {
        final String before = drawn;
        print(text, true);
        if (!before.isEmpty()) {
            print(before, false);
        }
    }

    /** Erases the progress if it is still drawn; lines that stay are kept. */
    @Override
    public synchronized void close() {
        if (!drawn.isEmpty()) {
            print("", false);
        }
    }

    private synchronized void print(final String text, final boolean stays) {
        if (manner != Manner.REDRAWN) {
            out.println(text);
            return;
        }
        final String erased = " ".repeat(Math.max(drawn.length() - text.length(), 0));
        out.print("\r" + text + erased + (stays ? System.lineSeparator() : text.isEmpty() ? "\r" : ""));
        out.flush();
        drawn = stays ? "" : text;
    }
}
