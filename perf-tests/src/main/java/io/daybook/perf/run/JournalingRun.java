package io.daybook.perf.run;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.IdleStrategy;
import io.daybook.api.RecoverySummary;
import io.daybook.api.StateHashQuery;
import io.daybook.core.DaybookExchange;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Measures throughput with a journal, where results wait until their commands are forced to the disk, and after each
 * iteration the speed at which its journal is replayed into the same state.
 *
 * <p>Arguments: the name of a workload.
 */
public final class JournalingRun {
    private static final double NS_PER_S = 1e9;
    private static final double COMMANDS_PER_US = 1e3;

    private final PrintStream out;
    private final ThroughputRun throughput;
    private final Series rates = new Series();
    private final Series replays = new Series();

    private JournalingRun(final PrintStream out, final GeneratedWorkload workload) {
        this.out = out;
        this.throughput = new ThroughputRun(out, workload);
    }

    public static void main(final String[] args) {
        final PrintStream out = System.out;
        final GeneratedWorkload workload =
                ThroughputRun.begin(out, args[0], RunOptions.exchange(IdleStrategy.YIELD, PerfProperties.output()));
        final JournalingRun run = new JournalingRun(out, workload);
        final int warmUps = PerfProperties.warmups(3);
        final int iterations = PerfProperties.iterations(9);
        for (int i = 1 - warmUps; i <= iterations; i++) {
            run.iterate(i);
        }
        ThroughputRun.printResult(out, workload.name() + ", journal", run.rates);
        ThroughputRun.printResult(out, workload.name() + ", replay", run.replays);
        out.println("checked    nothing refused; accounts balance; books are the generator's;"
                + " replay gives the same state hash");
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private void iterate(final int number) {
        final Path folder = LatencyFiles.newJournal();
        try {
            final ExchangeConfig config = RunOptions.exchange(IdleStrategy.YIELD, folder);
            final Iteration iteration = throughput.iterate(config);
            out.println(iteration.describe(ThroughputRun.label(number)));
            final double replayed = replay(config, folder, iteration);
            if (number > 0) {
                rates.add(iteration.millionsPerSecond());
                replays.add(replayed);
            }
        } finally {
            Folders.delete(folder);
        }
    }

    private double replay(final ExchangeConfig config, final Path folder, final Iteration before) {
        try (Exchange exchange = DaybookExchange.start(RunOptions.inline(config, folder))) {
            final RecoverySummary recovery = exchange.recovery();
            final long hash = exchange.query(new StateHashQuery()).join().hash();
            if (hash != before.stateHash()) {
                throw new IllegalStateException("the replayed journal gives another state");
            }
            final double rate = COMMANDS_PER_US * recovery.replayed() / recovery.elapsedNs();
            out.printf(
                    Locale.ROOT,
                    "%9s  %6.2f M/s replayed: %,d commands from %,d segments in %.3f s%n",
                    "",
                    rate,
                    recovery.replayed(),
                    recovery.segments(),
                    recovery.elapsedNs() / NS_PER_S);
            return rate;
        }
    }
}
