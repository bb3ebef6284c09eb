package io.daybook.perf.run;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.IdleStrategy;
import io.daybook.perf.drive.LoadedExchange;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.DigestingCounter;
import io.daybook.perf.measure.GcPauses;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.ResultCounter;
import io.daybook.perf.measure.ResultReader;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.measure.ThreadTimes;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Measures the commands per second of an exchange: a pre-generated stream through the fast door, in batches, every
 * result delivered to a listener. Each iteration has a fresh exchange; opening accounts and the prefill are not timed.
 * The clock stops when the last result was delivered.
 *
 * <p>Arguments: the name of a workload.
 */
public final class ThroughputRun {
    private final PrintStream out;
    private final GeneratedWorkload workload;
    private final int batch = RunOptions.batch();

    /** Creates a run of a workload, with a printer. */
    public ThroughputRun(final PrintStream out, final GeneratedWorkload workload) {
        this.out = out;
        this.workload = workload;
    }

    public static void main(final String[] args) {
        final PrintStream out = System.out;
        final ExchangeConfig config = RunOptions.exchange(IdleStrategy.YIELD);
        final GeneratedWorkload workload = begin(out, args[0], config);
        final ThroughputRun run = new ThroughputRun(out, workload);
        final int warmUps = PerfProperties.warmups(5);
        final int iterations = PerfProperties.iterations(15);
        final Series rates = new Series();
        final Series bytes = new Series();
        for (int i = 1 - warmUps; i <= iterations; i++) {
            final Iteration iteration = run.iterate(config);
            out.println(iteration.describe(label(i)));
            if (i > 0) {
                rates.add(iteration.millionsPerSecond());
                bytes.add(iteration.bytesPerCommand());
            }
        }
        printResult(out, workload.name(), rates);
        out.printf(Locale.ROOT, "allocated  median %.4f bytes a command, all threads together%n", bytes.median());
        run.compareWithInline(config);
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    /** Generates a workload, and prints machine, workload and exchange. */
    static GeneratedWorkload begin(final PrintStream out, final String name, final ExchangeConfig config) {
        final GeneratedWorkload workload = begin(out, name);
        printExchange(out, config);
        return workload;
    }

    /** Generates a workload, and prints machine and workload. */
    public static GeneratedWorkload begin(final PrintStream out, final String name) {
        Machine.print(out);
        final GeneratedWorkload workload = Workloads.generate(name);
        Workloads.print(out, workload);
        return workload;
    }

    /** Prints the configuration of an exchange. */
    public static void printExchange(final PrintStream out, final ExchangeConfig config) {
        out.printf("exchange   %s, batches of %d%n%n", RunOptions.describe(config), RunOptions.batch());
    }

    /** The label of an iteration; iterations up to 0 are warm-ups. */
    public static String label(final int iteration) {
        return iteration <= 0 ? "warm-up" : String.valueOf(iteration);
    }

    /** Prints the line with the result. */
    public static void printResult(final PrintStream out, final String name, final Series rates) {
        out.printf(
                Locale.ROOT,
                "%nRESULT     %s: median %.2f M/s, best %.2f M/s, worst %.2f M/s, %d iterations%n",
                name,
                rates.median(),
                rates.max(),
                rates.min(),
                rates.size());
    }

    /** Runs and checks one iteration. */
    Iteration iterate(final ExchangeConfig config) {
        return iterate(config, List.of());
    }

    /** Runs and checks one iteration with followers. */
    Iteration iterate(final ExchangeConfig config, final List<Attachment> followers) {
        return iterate(config, followers, started -> {});
    }

    /** Runs and checks one iteration with followers that need the exchange before its first command. */
    Iteration iterate(final ExchangeConfig config, final List<Attachment> followers, final Consumer<Exchange> onStart) {
        return iterate(listener -> new LoadedExchange(workload, config, followers, onStart, listener));
    }

    /**
     * Runs and checks one iteration.
     *
     * @param opening creates an exchange with this workload that delivers its results to the given counter
     */
    public Iteration iterate(final Function<ResultCounter, LoadedExchange> opening) {
        final ResultReader reader = new ResultReader();
        try (LoadedExchange exchange = opening.apply(reader)) {
            System.gc();
            final int commands = workload.timed().size();
            reader.expect(commands);
            final GcPauses pauses = GcPauses.now();
            final ThreadTimes threads = ThreadTimes.now();
            final long bytes = ThreadCosts.allocatedBytes();
            final long startNs = System.nanoTime();
            exchange.sender().send(0, commands, batch);
            final long elapsedNs = reader.await() - startNs;
            final long allocated = ThreadCosts.allocatedBytes() - bytes;
            final ThreadTimes took = ThreadTimes.now().since(threads);
            final GcPauses paused = GcPauses.now().since(pauses);
            exchange.verify();
            return new Iteration(commands, elapsedNs, allocated, paused, took, exchange.stateHash());
        }
    }

    /** Checks, untimed, that every field of every result is the same with and without threads. */
    void compareWithInline(final ExchangeConfig config) {
        final long threaded = digest(config);
        final long inline = digest(RunOptions.inline(config));
        if (threaded != inline) {
            throw new IllegalStateException("results differ from those without threads");
        }
        out.printf(
                "checked    nothing refused; accounts balance; books are the generator's;"
                        + " checksum of all results %016x, as with INLINE%n",
                inline);
    }

    private long digest(final ExchangeConfig config) {
        final DigestingCounter digest = new DigestingCounter();
        try (LoadedExchange exchange = new LoadedExchange(workload, config, digest)) {
            final int commands = workload.timed().size();
            digest.expect(commands);
            exchange.sender().sendStamped(0, commands, batch);
            digest.await();
            return digest.digest();
        }
    }
}
