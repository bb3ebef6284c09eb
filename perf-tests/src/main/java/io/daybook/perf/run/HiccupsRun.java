package io.daybook.perf.run;

import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Hiccups;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.report.LatencySeries;
import io.daybook.perf.report.LatencyTable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * Measures the machine's own share of a latency, with one, two, ... threads that only read the clock, up to one more
 * than the machine has processors.
 */
public final class HiccupsRun {
    private static final long LONGEST_NS = 60_000_000_000L;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final double INTERVAL_NS = 1_000;
    private static final int MOST_THREADS = 4;

    private HiccupsRun() {}

    public static void main(final String[] args) throws IOException {
        final PrintStream out = System.out;
        Machine.print(out);
        final int seconds = PerfProperties.number("seconds", 10);
        out.printf("messages   one every %.0f ns, for %d s%n%n", INTERVAL_NS, seconds);
        final int most = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors() + 1);
        final List<LatencySeries> all = new ArrayList<>();
        out.println(LatencyTable.head());
        for (int threads = 1; threads <= most; threads++) {
            final Histogram histogram = new Histogram(LONGEST_NS, 3);
            Hiccups.watch(threads, seconds * NS_PER_S).addTo(histogram, INTERVAL_NS);
            final LatencySeries series =
                    new LatencySeries(threads + (threads == 1 ? " thread" : " threads"), false, histogram);
            all.add(series);
            out.println(LatencyTable.line(series));
        }
        LatencyFiles.write("hiccups", "", all);
        out.printf(Locale.ROOT, "%nload       %.2f at the end%n", Machine.load());
    }
}
