package io.daybook.perf.run;

import io.daybook.api.OrderBookType;
import io.daybook.perf.drive.EngineDriver;
import io.daybook.perf.drive.MatchingDriver;
import io.daybook.perf.drive.StreamDriver;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * The books alone, or the engine (hold, match and settle), on one thread: a whole stream. Each kind of books has a virtual machine of
 * its own, as it has in use: in one, calls to the price index could not be inlined.
 *
 * <p>Arguments: the name of a workload, the kind of books, and {@code matching} or {@code engine}.
 */
public final class EngineRun {

    private EngineRun() {}

    /** See the class. */
    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final GeneratedWorkload workload = Workloads.generate(args[0]);
        Workloads.print(out, workload);
        final OrderBookType type = OrderBookType.valueOf(args[1]);
        if (args[2].equals("matching")) {
            run(out, workload, type, args[2], () -> new MatchingDriver(workload, type));
        } else {
            run(out, workload, type, args[2], () -> new EngineDriver(workload, type));
        }
    }

    private static void run(
            final PrintStream out,
            final GeneratedWorkload workload,
            final OrderBookType type,
            final String what,
            final Supplier<StreamDriver> drivers) {
        final int warmups = PerfProperties.warmups(4);
        final int iterations = PerfProperties.iterations(9);
        final Series ns = new Series();
        final Series cpu = new Series();
        final Series bytes = new Series();
        for (int i = 1 - warmups; i <= iterations; i++) {
            final StreamDriver driver = drivers.get();
            driver.run(workload.prefill());
            System.gc();
            final int commands = workload.timed().size();
            final long before = ThreadCosts.allocatedBytes();
            final long cpuBefore = ThreadCosts.cpuNs();
            final long startNs = System.nanoTime();
            driver.run(workload.timed());
            final double elapsedNs = System.nanoTime() - startNs;
            final double elapsedCpuNs = ThreadCosts.cpuNs() - cpuBefore;
            final double allocated = ThreadCosts.allocatedBytes() - before;
            if (i > 0) {
                ns.add(elapsedNs / commands);
                cpu.add(elapsedCpuNs / commands);
                bytes.add(allocated / commands);
            }
        }
        out.printf(
                Locale.ROOT,
                "%-9s %-7s %-9s median %6.1f ns, best %6.1f ns, worst %6.1f ns a command; CPU median %6.1f, best %6.1f; %.4f bytes%n",
                workload.name(),
                type,
                what,
                ns.median(),
                ns.min(),
                ns.max(),
                cpu.median(),
                cpu.min(),
                bytes.median());
    }
}
