package io.daybook.perf.run;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.IdleStrategy;
import io.daybook.perf.drive.AttachedFeed;
import io.daybook.perf.drive.LoadedExchange;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.LatencyRecorder;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.report.Durations;
import io.daybook.perf.report.LatencySeries;
import io.daybook.perf.report.LatencyTable;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * Measures the effect of an attached feed on the latency of the exchange: from the planned start of a command to its
 * delivered result, open loop, with a journal, at some rates; without and with a feed in turn in one virtual machine,
 * and the ratio of the p99s pair by pair.
 *
 * <p>Arguments: the name of a workload.
 */
public final class FeedLatencyRun {
    private static final int[] RATES = {250_000, 500_000, 1_000_000};
    private static final double NS_PER_S = 1e9;
    private static final long LONGEST_NS = 60_000_000_000L;
    private static final int DIGITS = 3;
    private static final int P99 = 99;
    private static final double WARM_UP_SHARE = 0.1;

    private final PrintStream out;
    private final GeneratedWorkload workload;
    private final LatencyRecorder recorder;
    private final int batch = RunOptions.batch();

    private FeedLatencyRun(final PrintStream out, final GeneratedWorkload workload) {
        this.out = out;
        this.workload = workload;
        recorder = new LatencyRecorder(workload.timed().size());
    }

    /** See the class. */
    public static void main(final String[] args) {
        final PrintStream out = System.out;
        final GeneratedWorkload workload =
                ThroughputRun.begin(out, args[0], RunOptions.exchange(IdleStrategy.YIELD, PerfProperties.output()));
        final FeedLatencyRun run = new FeedLatencyRun(out, workload);
        final int only = PerfProperties.number("rate", 0);
        out.println(LatencyTable.head());
        for (final int rate : only == 0 ? RATES : new int[] {only}) {
            run.measure(rate);
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private void measure(final int rate) {
        final int commands = (int) Math.min(workload.timed().size(), (long) rate * PerfProperties.number("seconds", 4));
        final int rounds = PerfProperties.number("rounds", 5);
        final Histogram without = new Histogram(LONGEST_NS, DIGITS);
        final Histogram with = new Histogram(LONGEST_NS, DIGITS);
        final Series ratios = new Series();
        for (int round = 0; round <= rounds; round++) {
            final boolean isFedFirst = round % 2 == 0;
            final Histogram first = once(rate, commands, isFedFirst);
            final Histogram second = once(rate, commands, !isFedFirst);
            if (round > 0) { // the first pair warms up
                final Histogram fed = isFedFirst ? first : second;
                final Histogram alone = isFedFirst ? second : first;
                ratios.add((double) fed.getValueAtPercentile(P99) / alone.getValueAtPercentile(P99));
                with.add(fed);
                without.add(alone);
            }
        }
        out.println(LatencyTable.line(new LatencySeries(Durations.rate(rate) + ", alone", false, without)));
        out.println(LatencyTable.line(new LatencySeries(Durations.rate(rate) + ", a feed", false, with)));
        out.printf(
                Locale.ROOT,
                "RATIO      p99 with to without: median %.3f, pair by pair %.3f to %.3f%n",
                ratios.median(),
                ratios.min(),
                ratios.max());
    }

    private Histogram once(final int rate, final int commands, final boolean isFed) {
        final Path folder = LatencyFiles.newJournal();
        final ExchangeConfig config = RunOptions.exchange(IdleStrategy.YIELD, folder);
        try {
            if (!isFed) {
                try (LoadedExchange exchange = new LoadedExchange(workload, config, recorder)) {
                    return once(exchange, rate, commands);
                }
            }
            try (AttachedFeed feed = new AttachedFeed(folder);
                    LoadedExchange exchange =
                            new LoadedExchange(workload, config, List.of(feed.attachment()), feed::start, recorder)) {
                return once(exchange, rate, commands);
            }
        } finally {
            Folders.delete(folder);
        }
    }

    private Histogram once(final LoadedExchange exchange, final int rate, final int commands) {
        System.gc();
        recorder.reset();
        recorder.expect(commands);
        final long startNs = System.nanoTime() + 1_000_000;
        exchange.sender().sendPaced(0, commands, startNs, NS_PER_S / rate, batch);
        recorder.await();
        final Histogram found = new Histogram(LONGEST_NS, DIGITS);
        recorder.addTo(found, (int) (WARM_UP_SHARE * commands));
        exchange.verifyBalanced();
        return found;
    }
}
