package io.daybook.perf.run;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.IdleStrategy;
import io.daybook.perf.drive.LoadedExchange;
import io.daybook.perf.measure.GcPauses;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.ResultDigest;
import io.daybook.perf.measure.ResultReader;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;
import java.util.Locale;

/**
 * How many commands a second an exchange carries out: a pre-generated stream through the fast door, in batches, every result
 * delivered to a listener. Each iteration has a fresh exchange; opening accounts and the prefill are not timed. The clock stops
 * when the last result was delivered.
 *
 * <p>Arguments: the name of a workload.
 */
public final class ThroughputRun {
    private static final double NS_PER_S = 1e9;

    private final PrintStream out;
    private final GeneratedWorkload workload;
    private final ExchangeConfig config;
    private final int batch = RunOptions.batch(64);

    private ThroughputRun(final PrintStream out, final GeneratedWorkload workload, final ExchangeConfig config) {
        this.out = out;
        this.workload = workload;
        this.config = config;
    }

    /** See the class. */
    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final GeneratedWorkload workload = RunOptions.workload(args[0]).generate();
        Workloads.print(out, workload);
        final ExchangeConfig config = RunOptions.exchange(IdleStrategy.YIELD);
        out.printf("exchange   %s, batches of %d%n%n", RunOptions.describe(config), RunOptions.batch(64));
        final ThroughputRun run = new ThroughputRun(out, workload, config);
        run.iterate();
        run.compareWithInline();
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private void iterate() {
        final int warmups = RunOptions.warmups(5);
        final int iterations = RunOptions.iterations(15);
        final Series rates = new Series();
        final Series bytes = new Series();
        for (int i = 1 - warmups; i <= iterations; i++) {
            final Iteration iteration = iterateOnce();
            final String label = i <= 0 ? "warm-up" : String.valueOf(i);
            out.printf(
                    Locale.ROOT,
                    "%9s  %6.2f M/s  %6.1f ns  %,d results, %.4f bytes a command, %d collections of %d ms%n",
                    label,
                    iteration.millionsPerSecond(),
                    iteration.nsPerCommand(),
                    iteration.commands,
                    iteration.bytesPerCommand(),
                    iteration.pauses.count(),
                    iteration.pauses.millis());
            if (i > 0) {
                rates.add(iteration.millionsPerSecond());
                bytes.add(iteration.bytesPerCommand());
            }
        }
        out.printf(
                Locale.ROOT,
                "%nRESULT     %s: median %.2f M/s, best %.2f M/s, worst %.2f M/s; median %.4f bytes a command; %d iterations%n",
                workload.name(),
                rates.median(),
                rates.max(),
                rates.min(),
                bytes.median(),
                rates.size());
    }

    private Iteration iterateOnce() {
        final ResultReader reader = new ResultReader();
        try (LoadedExchange exchange = new LoadedExchange(workload, config, reader)) {
            System.gc();
            final int commands = workload.timed().size();
            reader.expect(commands);
            final GcPauses pauses = GcPauses.now();
            final long bytes = ThreadCosts.allocatedBytes();
            final long startNs = System.nanoTime();
            exchange.sender().send(0, commands, batch);
            final long elapsedNs = reader.await() - startNs;
            final Iteration iteration = new Iteration(
                    commands,
                    elapsedNs,
                    ThreadCosts.allocatedBytes() - bytes,
                    GcPauses.now().since(pauses));
            exchange.verify();
            return iteration;
        }
    }

    /** Untimed: every field of every result must be the same with and without threads. */
    private void compareWithInline() {
        final long threaded = digest(config);
        final long inline = digest(RunOptions.inline(config));
        if (threaded != inline) {
            throw new IllegalStateException("results differ from those without threads");
        }
        out.printf(
                "checked    nothing refused; accounts balance; books are the generator's; checksum of all results"
                        + " %016x, the same INLINE%n",
                inline);
    }

    private long digest(final ExchangeConfig ofConfig) {
        final ResultDigest digest = new ResultDigest();
        try (LoadedExchange exchange = new LoadedExchange(workload, ofConfig, digest)) {
            final int commands = workload.timed().size();
            digest.expect(commands);
            exchange.sender().sendStamped(0, commands, batch);
            digest.await();
            return digest.digest();
        }
    }

    private record Iteration(long commands, long elapsedNs, long bytes, GcPauses pauses) {
        double millionsPerSecond() {
            return commands / (elapsedNs / NS_PER_S) / 1e6;
        }

        double nsPerCommand() {
            return (double) elapsedNs / commands;
        }

        double bytesPerCommand() {
            return (double) bytes / commands;
        }
    }
}
