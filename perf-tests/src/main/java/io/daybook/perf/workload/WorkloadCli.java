package io.daybook.perf.workload;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Prints what a workload is: counts, mix, checksum, final book and generation time.
 *
 * <p>Arguments: the name of a workload, then optionally a divisor (1 is the full size) and a mix ({@code margin-mix},
 * {@code peer-mix}).
 */
public final class WorkloadCli {
    private static final String USAGE = "usage: WorkloadCli <workload> [divisor] [margin-mix|peer-mix]";

    private WorkloadCli() {}

    /** See the class; exits with 2 on bad arguments. */
    public static void main(final String[] args) {
        if (args.length < 1 || args.length > 3) {
            System.err.println(USAGE);
            System.exit(2);
        }
        try {
            describe(builder(args), System.out);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(USAGE);
            System.exit(2);
        }
    }

    private static WorkloadBuilder builder(final String[] args) {
        final WorkloadBuilder builder = Workload.of(args[0]).builder();
        if (args.length > 1) builder.dividedBy(Integer.parseInt(args[1]));
        if (args.length > 2) builder.mix(Mix.of(args[2]));
        return builder;
    }

    private static void describe(final WorkloadBuilder builder, final PrintStream out) {
        final long start = System.nanoTime();
        final GeneratedWorkload workload = builder.generate();
        final double seconds = (System.nanoTime() - start) / 1e9;
        final WorkloadSetup setup = workload.setup();
        final StreamTotals totals = workload.timedTotals();
        print(out, "workload   %s", workload.name());
        print(
                out,
                "setup      %,d symbols, %,d users, %,d accounts, %,d currencies",
                setup.symbols().size(),
                setup.users(),
                setup.accounts(),
                setup.fundings().size());
        print(out, "prefill    %,d orders", workload.prefill().size());
        print(out, "timed      %,d commands", workload.timed().size());
        print(out, "mix        %s", totals.describeMix());
        print(
                out,
                "effects    %,d trades of %,d lots; %,d commands rejected %,d lots",
                totals.trades(),
                totals.tradedLots(),
                totals.rejections(),
                totals.rejectedLots());
        print(out, "afterwards %,d orders on %,d levels", workload.liveOrders(), workload.levels());
        print(out, "checksum   0x%016X", workload.checksum());
        print(out, "generated  in %.2f s", seconds);
    }

    private static void print(final PrintStream out, final String format, final Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
