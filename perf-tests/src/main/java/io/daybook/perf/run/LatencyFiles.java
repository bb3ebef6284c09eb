package io.daybook.perf.run;

import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.report.LatencySeries;
import io.daybook.perf.report.LatencyTable;
import io.daybook.perf.report.Plot;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the results of a latency run: {@code .hgrm} files that other tools read, a picture, and the table. */
final class LatencyFiles {
    private static final double NS_PER_US = 1000;

    private LatencyFiles() {}

    /** Writes everything into a folder of this name. */
    static Path write(final String name, final String header, final List<LatencySeries> all) throws IOException {
        final Path folder = Files.createDirectories(PerfProperties.output().resolve(name));
        String rate = "";
        for (final LatencySeries series : all) {
            rate = series.machine() ? rate : series.name();
            writeHistogram(folder, fileName(rate, series.machine()), series);
        }
        Plot.latency(folder.resolve(name + ".png"), "Daybook: " + name.replace('-', ' '), all);
        Files.writeString(
                folder.resolve(name + ".txt"),
                header
                        + LatencyTable.head()
                        + '\n'
                        + all.stream().map(LatencyTable::line).collect(Collectors.joining("\n", "", "\n")));
        return folder;
    }

    /** Creates a folder for a journal, on the disk of the build. */
    static Path newJournal() {
        try {
            final Path parent = Files.createDirectories(PerfProperties.output());
            return Files.createTempDirectory(parent, "journal-");
        } catch (IOException e) {
            throw new IllegalStateException("cannot make a folder for a journal", e);
        }
    }

    private static void writeHistogram(final Path folder, final String name, final LatencySeries series)
            throws IOException {
        try (PrintStream file =
                new PrintStream(Files.newOutputStream(folder.resolve(name + ".hgrm")), false, StandardCharsets.UTF_8)) {
            series.histogram().outputPercentileDistribution(file, NS_PER_US);
        }
    }

    private static String fileName(final String rate, final boolean machine) {
        final String plain = rate.replace("/s", "").replace(" ", "");
        return machine ? plain + "-machine" : plain;
    }
}
