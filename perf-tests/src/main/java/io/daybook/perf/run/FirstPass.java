package io.daybook.perf.run;

import io.daybook.perf.drive.StreamDriver;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Measures the cost of the first pass over a stream in a fresh virtual machine, which still compiles, and of the later
 * passes, on one thread: in wall-clock time, and in processor time of that thread. A tenth of the stream warms it up,
 * through a separate driver. The first pass runs in slices, each timed: the time to peak is the start of the first
 * slice from which the median of five reaches 95% of the rate of the later passes.
 */
public final class FirstPass {
    private static final int WARM_UP_PART = 10;
    private static final int SLICE = 20_000;
    private static final int SMOOTHED = 5;
    private static final double OF_PEAK = 0.95;
    private static final double TAIL = 0.999;

    private final PrintStream out;
    private final GeneratedWorkload workload;
    private final String what;

    /**
     * Creates one measurement.
     *
     * @param what the name of the measured part, for the printed lines
     */
    public FirstPass(final PrintStream out, final GeneratedWorkload workload, final String what) {
        this.out = out;
        this.workload = workload;
        this.what = what;
    }

    /** Measures, and prints a line of each kind. */
    public void measure(final Supplier<StreamDriver> drivers) {
        final List<CommandStream> slices = slices(workload.timed(), SLICE);
        final StreamDriver warm = drivers.get();
        warm.run(workload.prefill());
        final long begun = System.nanoTime();
        warm.run(workload.timed().part(0, workload.timed().size() / WARM_UP_PART));
        final long warmUpNs = System.nanoTime() - begun;
        final Costs first = new Costs();
        final long[] sliceNs = pass(drivers.get(), slices, first);
        final Costs later = new Costs();
        for (int i = 0; i < PerfProperties.iterations(5); i++) {
            pass(drivers.get(), slices, later);
        }
        out.printf(
                Locale.ROOT,
                "PASS       %-9s %-22s first %6.1f ns (%5.2f M/s), CPU %6.1f, wall to CPU %.2f; later median %6.1f ns,"
                        + " CPU %6.1f; peak after %.2f s%n",
                workload.name(),
                what,
                first.wall.median(),
                1e3 / first.wall.median(),
                first.cpu.median(),
                first.wall.median() / first.cpu.median(),
                later.wall.median(),
                later.cpu.median(),
                (warmUpNs + untilPeak(sliceNs, later.wall.median() * SLICE / OF_PEAK)) / 1e9);
        single(drivers.get());
    }

    private long[] pass(final StreamDriver driver, final List<CommandStream> slices, final Costs costs) {
        driver.run(workload.prefill());
        System.gc();
        final long[] sliceNs = new long[slices.size()];
        final long cpuBefore = ThreadCosts.cpuNs();
        final long startNs = System.nanoTime();
        long before = startNs;
        for (int i = 0; i < sliceNs.length; i++) {
            driver.run(slices.get(i));
            final long now = System.nanoTime();
            sliceNs[i] = now - before;
            before = now;
        }
        final double commands = workload.timed().size();
        costs.wall.add((before - startNs) / commands);
        costs.cpu.add((ThreadCosts.cpuNs() - cpuBefore) / commands);
        return sliceNs;
    }

    /** The time of the slices before the median of five falls below a limit. */
    private static double untilPeak(final long[] sliceNs, final double ns) {
        double sum = 0;
        for (int i = 0; i + SMOOTHED <= sliceNs.length; i++) {
            final long[] next = Arrays.copyOfRange(sliceNs, i, i + SMOOTHED);
            Arrays.sort(next);
            if (next[SMOOTHED / 2] <= ns) {
                return sum;
            }
            sum += sliceNs[i];
        }
        return Double.NaN;
    }

    /** Measures single commands after the warm-up; each time includes the reading of the clock. */
    private void single(final StreamDriver driver) {
        driver.run(workload.prefill());
        final List<CommandStream> commands = slices(workload.timed(), 1);
        final long[] ns = new long[commands.size()];
        System.gc();
        long before = System.nanoTime();
        for (int i = 0; i < ns.length; i++) {
            driver.run(commands.get(i));
            final long now = System.nanoTime();
            ns[i] = now - before;
            before = now;
        }
        Arrays.sort(ns);
        out.printf(
                Locale.ROOT,
                "SINGLE     %-9s %-22s p50 %d ns, p99.9 %d ns, longest %d us of one command%n",
                workload.name(),
                what,
                ns[ns.length / 2],
                ns[(int) (ns.length * TAIL)],
                ns[ns.length - 1] / 1_000);
    }

    private static List<CommandStream> slices(final CommandStream stream, final int commands) {
        final List<CommandStream> slices = new ArrayList<>(stream.size() / commands + 1);
        for (int from = 0; from < stream.size(); from += commands) {
            slices.add(stream.part(from, Math.min(stream.size(), from + commands)));
        }
        return slices;
    }

    /** The costs of the passes, ns per command. */
    private static final class Costs {
        final Series wall = new Series();
        final Series cpu = new Series();
    }
}
