package io.daybook.perf.run;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.IdleStrategy;
import io.daybook.perf.drive.LoadedExchange;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Hiccups;
import io.daybook.perf.measure.LatencyRecorder;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.report.Durations;
import io.daybook.perf.report.LatencySeries;
import io.daybook.perf.report.LatencyTable;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * Measures the time from the planned start of a command to its delivered result, at increasing rates, until half of the
 * commands take 10 ms or more although the machine itself delays them less. The loop is open: the schedule does not
 * wait for the exchange. Rounds of measurement alternate with rounds in which as many threads only watch the machine.
 *
 * <p>Arguments: the name of a workload, and {@code journal} for an exchange with one.
 */
public final class LatencyRun {
    private static final int[] RATES = {
        125_000,
        250_000,
        500_000,
        1_000_000,
        2_000_000,
        5_000_000,
        8_000_000,
        12_000_000,
        16_000_000,
        24_000_000,
        32_000_000
    };
    private static final double NS_PER_S = 1e9;
    private static final long LONGEST_NS = 60_000_000_000L;
    private static final double SATURATED_NS = 10_000_000;
    private static final double WARM_UP_SHARE = 0.1;
    private static final int MAX_WARM_UP_COMMANDS = 300_000;

    private final PrintStream out;
    private final GeneratedWorkload workload;
    private final boolean journaling;
    private final LatencyRecorder recorder;
    private final int rounds = PerfProperties.number("rounds", 3);
    private final double seconds = PerfProperties.number("seconds", 4);
    private final int batch = RunOptions.batch();
    private final List<LatencySeries> all = new ArrayList<>();

    private LatencyRun(final PrintStream out, final GeneratedWorkload workload, final boolean journaling) {
        this.out = out;
        this.workload = workload;
        this.journaling = journaling;
        this.recorder = new LatencyRecorder(workload.timed().size());
    }

    public static void main(final String[] args) throws IOException {
        final boolean journaling = args.length > 1 && args[1].equals("journal");
        final ByteArrayOutputStream header = new ByteArrayOutputStream();
        final GeneratedWorkload workload = Workloads.generate(args[0]);
        try (PrintStream text = new PrintStream(header, true, StandardCharsets.UTF_8)) {
            Machine.print(text);
            Workloads.print(text, workload);
            final ExchangeConfig config = journaling
                    ? RunOptions.exchange(IdleStrategy.YIELD, Path.of("journal"))
                    : RunOptions.exchange(IdleStrategy.BUSY_SPIN);
            text.printf("exchange   %s%n", RunOptions.describe(config));
        }
        final PrintStream out = System.out;
        out.println(header.toString(StandardCharsets.UTF_8));
        final LatencyRun run = new LatencyRun(out, workload, journaling);
        run.warmUp();
        run.measure();
        final String name = (journaling ? "latency-journaling-" : "latency-") + workload.name();
        final Path folder = LatencyFiles.write(name, header.toString(StandardCharsets.UTF_8), run.all);
        out.printf(Locale.ROOT, "%nload       %.2f at the end%nfiles      %s%n", Machine.load(), folder);
    }

    private void warmUp() {
        final int warmUps = PerfProperties.warmups(3);
        for (int i = 0; i < warmUps; i++) {
            measureOnce(
                    1_000_000, new Histogram(LONGEST_NS, 3), workload.timed().size());
        }
    }

    private void measure() {
        out.println(LatencyTable.head());
        final int only = PerfProperties.number("rate", 0);
        for (final int rate : only == 0 ? RATES : new int[] {only}) {
            final double intervalNs = NS_PER_S / rate;
            final int commands = (int) Math.min(workload.timed().size(), seconds * rate);
            final Histogram latencies = new Histogram(LONGEST_NS, 3);
            final Histogram hiccups = new Histogram(LONGEST_NS, 3);
            for (int round = 0; round < rounds; round++) {
                Hiccups.watch(threads(), (long) (commands * intervalNs)).addTo(hiccups, intervalNs);
                measureOnce(rate, latencies, commands);
            }
            add(new LatencySeries(Durations.rate(rate), false, latencies));
            add(new LatencySeries("  machine alone", true, hiccups));
            if (latencies.getValueAtPercentile(50) >= SATURATED_NS && hiccups.getValueAtPercentile(50) < SATURATED_NS) {
                break;
            }
        }
    }

    private void add(final LatencySeries series) {
        all.add(series);
        out.println(LatencyTable.line(series));
    }

    /**
     * The number of threads that are busy during a run: the sender's, the engine's, and the journal's if there is a
     * journal.
     */
    private int threads() {
        return journaling ? 3 : 2;
    }

    private void measureOnce(final int rate, final Histogram latencies, final int commands) {
        final double intervalNs = NS_PER_S / rate;
        final Path journal = journaling ? LatencyFiles.newJournal() : null;
        final ExchangeConfig config = journal == null
                ? RunOptions.exchange(IdleStrategy.BUSY_SPIN)
                : RunOptions.exchange(IdleStrategy.YIELD, journal);
        try (LoadedExchange exchange = new LoadedExchange(workload, config, recorder)) {
            System.gc();
            recorder.reset();
            recorder.expect(commands);
            final long startNs = System.nanoTime() + 1_000_000;
            exchange.sender().sendPaced(0, commands, startNs, intervalNs, batch);
            recorder.await();
            recorder.addTo(latencies, (int) Math.min(MAX_WARM_UP_COMMANDS, WARM_UP_SHARE * commands));
            if (commands == workload.timed().size()) {
                exchange.verify();
            } else {
                exchange.verifyBalanced();
            }
        } finally {
            if (journal != null) {
                Folders.delete(journal);
            }
        }
    }
}
