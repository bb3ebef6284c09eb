package io.daybook.perf.run;

import io.daybook.api.OrderBookType;
import io.daybook.perf.drive.EngineDriver;
import io.daybook.perf.drive.FeedDriver;
import io.daybook.perf.drive.MatchingDriver;
import io.daybook.perf.drive.MinimalDriver;
import io.daybook.perf.drive.StreamDriver;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Instructions;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.Stepping;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.minimal.MinimalEngine;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a whole stream through the books alone, or through the engine (hold, match and settle), on one thread. Each kind
 * of books has a separate virtual machine, as in production: in a shared one, calls to the price index could not be
 * inlined. If the workload is one future, the minimal engine runs in turn with the full one, and the report begins with
 * their ratio.
 *
 * <p>Arguments: the name of a workload, the kind of books, and {@code matching} or {@code engine}.
 */
public final class EngineRun {
    private static final int CALLS_TO_COMPILE = 20_000;

    private final PrintStream out;
    private final GeneratedWorkload workload;
    private final String books;

    private EngineRun(final PrintStream out, final GeneratedWorkload workload, final String books) {
        this.out = out;
        this.workload = workload;
        this.books = books;
    }

    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final GeneratedWorkload workload = Workloads.generate(args[0]);
        Workloads.print(out, workload);
        final OrderBookType type = OrderBookType.valueOf(args[1]);
        final EngineRun run = new EngineRun(out, workload, args[1]);
        if (args[2].equals("matching")) {
            run.measure(args[2], () -> new MatchingDriver(workload, type), FeedDriver::new, null);
        } else if (MinimalEngine.isFor(workload.setup())) {
            run.measure(
                    args[2],
                    () -> new EngineDriver(workload, type),
                    FeedDriver::new,
                    () -> new MinimalDriver(workload));
        } else {
            run.measure(args[2], () -> new EngineDriver(workload, type), FeedDriver::new, null);
        }
    }

    private void measure(
            final String what,
            final Supplier<StreamDriver> drivers,
            final Supplier<StreamDriver> feeding,
            final @Nullable Supplier<StreamDriver> minimal) {
        final int warmups = PerfProperties.warmups(4);
        final int iterations = PerfProperties.iterations(9);
        final Costs costs = new Costs();
        final Costs ofMinimal = new Costs();
        final Series ratios = new Series();
        for (int i = 1 - warmups; i <= iterations; i++) {
            final double ns = time(drivers.get(), costs, i > 0);
            if (minimal != null) {
                final double minimalNs = time(minimal.get(), ofMinimal, i > 0);
                if (i > 0) {
                    ratios.add(ns / minimalNs);
                }
            }
        }
        print(what, costs);
        final long feed = count(feeding);
        final long instructions = count(drivers);
        printCount(what, instructions, feed);
        if (minimal != null) {
            print("minimal", ofMinimal);
            final long ofMinimalCount = count(minimal);
            printCount("minimal", ofMinimalCount, feed);
            out.printf(
                    Locale.ROOT,
                    "%-9s %-7s engine relative to minimal: time %.2f, pair by pair %.2f to %.2f; instructions %s%n",
                    workload.name(),
                    books,
                    ratios.median(),
                    ratios.min(),
                    ratios.max(),
                    feed < 0
                            ? "not measured"
                            : String.format(
                                    Locale.ROOT,
                                    "%.2f, without feeding %.2f",
                                    (double) instructions / ofMinimalCount,
                                    (double) (instructions - feed) / (ofMinimalCount - feed)));
        }
    }

    /**
     * Runs one iteration of the timed commands; returns ns a command by processor time, which neighbours disturb least.
     */
    private double time(final StreamDriver driver, final Costs costs, final boolean counts) {
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
        if (counts) {
            costs.ns.add(elapsedNs / commands);
            costs.cpu.add(elapsedCpuNs / commands);
            costs.bytes.add(allocated / commands);
        }
        return elapsedCpuNs / commands;
    }

    private long count(final Supplier<? extends StreamDriver> drivers) {
        final StreamDriver warm = drivers.get();
        warm.run(workload.prefill());
        warm.run(workload.timed());
        final StreamDriver driver = drivers.get();
        driver.run(workload.prefill());
        final long instructions = Instructions.of(() -> driver.run(workload.timed()));
        return instructions < 0
                ? step(drivers.get())
                : instructions / workload.timed().size();
    }

    /** Steps through some commands in the middle of the stream, if the machine has no counter of instructions. */
    private long step(final StreamDriver driver) {
        final CommandStream timed = workload.timed();
        final int steps = Math.min(PerfProperties.number("steps", 2_000), timed.size());
        if (steps == 0) {
            return Instructions.NOT_MEASURED;
        }
        final int first = (timed.size() - steps) / 2;
        final CommandStream nothing = timed.part(0, 0);
        final CommandStream stepped = timed.part(first, first + steps);
        driver.run(workload.prefill());
        for (int i = 0; i < CALLS_TO_COMPILE; i++) {
            driver.run(nothing); // without this only the loop would be compiled, not the method around it
        }
        driver.run(timed.part(0, first));
        final long instructions = Stepping.of(() -> driver.run(stepped), () -> driver.run(nothing));
        return instructions < 0 ? Instructions.NOT_MEASURED : instructions / steps;
    }

    private void print(final String what, final Costs costs) {
        out.printf(
                Locale.ROOT,
                "%-9s %-7s %-9s median %6.1f ns, best %6.1f ns, worst %6.1f ns a command; CPU median %6.1f, best"
                        + " %6.1f; %.4f bytes%n",
                workload.name(),
                books,
                what,
                costs.ns.median(),
                costs.ns.min(),
                costs.ns.max(),
                costs.cpu.median(),
                costs.cpu.min(),
                costs.bytes.median());
    }

    private void printCount(final String what, final long instructions, final long feed) {
        if (instructions < 0) {
            out.printf("%-9s %-7s %-9s instructions not measured%n", workload.name(), books, what);
        } else {
            out.printf(
                    "%-9s %-7s %-9s %d instructions a command, of them %d without feeding%n",
                    workload.name(), books, what, instructions, instructions - feed);
        }
    }

    /** The costs of the iterations, per command. */
    private static final class Costs {
        final Series ns = new Series();
        final Series cpu = new Series();
        final Series bytes = new Series();
    }
}
