package io.daybook.cli.console;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Shows the number of lines that are done. Used by one thread. */
public final class ProgressMeter implements AutoCloseable {
    private final ProgressLine line;
    private final long startNs;
    private long lines;

    /** Creates a meter that writes to a line, and closes the line when it is closed. */
    public ProgressMeter(final ProgressLine line) {
        this.line = line;
        this.startNs = line.nowNs();
    }

    public void onLines(final long count) {
        lines = count;
        line.show(this::text);
    }

    @Override
    public void close() {
        line.done(this::text);
        line.close();
    }

    private String text() {
        final double seconds = (double) Math.max(line.nowNs() - startNs, 1) / TimeUnit.SECONDS.toNanos(1);
        return String.format(
                Locale.ROOT, "%,d lines in %.1f s, %,d a second", lines, seconds, (long) (lines / seconds));
    }
}
