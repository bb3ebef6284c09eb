package io.daybook.cli.hops;

import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopSpan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A report over the files of some folders. */
public final class HopReport {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};
    private static final String SUFFIX = ".hgrm";

    private final HopTimes times = new HopTimes();

    private HopReport() {}

    /**
     * Reads all files of folders.
     *
     * @throws IOException with the file and its fault
     */
    public static HopReport read(final List<Path> folders) throws IOException {
        final HopReport report = new HopReport();
        for (final Path folder : folders) {
            report.times.read(folder);
        }
        return report;
    }

    /** Returns the durations of a span, in ns, in the sequence of the commands. */
    public long[] inSequence(final Hop from, final Hop to) {
        return times.inSequence(new HopSpan(from, to, ""));
    }

    /** Prints a line for each step of the way that was timed, in µs. */
    public void print(final PrintWriter out) {
        out.println(String.format(
                Locale.ROOT, "%,d commands from %d files, microseconds", times.commands(), times.files()));
        out.println(String.format(
                Locale.ROOT,
                "%-8s %9s %10s %10s %10s %10s %10s %10s  %s",
                "hop",
                "count",
                "p50",
                "p90",
                "p99",
                "p99.9",
                "p99.99",
                "max",
                "what happens"));
        for (final HopSpan span : HopSpan.ALL) {
            final long[] ns = times.of(span);
            if (ns.length > 0) {
                out.println(line(span, new Distribution(ns)));
            }
        }
    }

    private static String line(final HopSpan span, final Distribution found) {
        final StringBuilder line = new StringBuilder();
        line.append(String.format(Locale.ROOT, "%-8s %,9d", span.name(), found.count()));
        for (final double percentile : PERCENTILES) {
            line.append(String.format(Locale.ROOT, " %,10.1f", found.at(percentile)));
        }
        return line.append(String.format(Locale.ROOT, " %,10.1f  %s", found.max(), span.meaning()))
                .toString();
    }

    /** Draws the median, the 99th and the 99.9th percentile of each step, as PNG. */
    public void draw(final Path file) throws IOException {
        HopPicture.draw(file, times);
    }

    /**
     * Writes a file {@code FROM-TO.hgrm} for each step that was timed.
     *
     * @return the number of files
     */
    public int writeHgrm(final Path folder) throws IOException {
        Files.createDirectories(folder);
        int files = 0;
        for (final HopSpan span : HopSpan.ALL) {
            final long[] ns = times.of(span);
            if (ns.length > 0) {
                final Path file = folder.resolve(span.name() + SUFFIX);
                try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
                    new Distribution(ns).writeHgrm(out);
                    if (out.checkError()) {
                        throw new IOException(file + ": cannot be written");
                    }
                }
                files++;
            }
        }
        return files;
    }
}
