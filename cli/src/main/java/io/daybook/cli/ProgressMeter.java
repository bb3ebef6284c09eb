package io.daybook.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Says now and then how many lines are done. Used by one thread. */
final class ProgressMeter {
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final @Nullable PrintStream out;
    private final long startNs = System.nanoTime();
    private long saidNs = startNs;
    private long lines;

    /** A meter that speaks to a stream, or to nobody. */
    ProgressMeter(final @Nullable PrintStream out) {
        this.out = out;
    }

    void onLines(final long count) {
        lines = count;
        if (out != null && System.nanoTime() - saidNs >= INTERVAL_NS) {
            saidNs = System.nanoTime();
            say(out);
        }
    }

    void finish() {
        if (out != null) {
            say(out);
        }
    }

    private void say(final PrintStream stream) {
        final double seconds = (double) (System.nanoTime() - startNs) / INTERVAL_NS;
        stream.println(String.format(
                Locale.ROOT, "%,d lines in %.1f s, %,d a second", lines, seconds, (long) (lines / seconds)));
    }
}
