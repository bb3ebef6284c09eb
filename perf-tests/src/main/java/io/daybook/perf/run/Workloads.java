package io.daybook.perf.run;

import io.daybook.perf.workload.GeneratedWorkload;
import java.io.PrintStream;
import java.util.Locale;

/** Says what a workload is. */
final class Workloads {

    private Workloads() {}

    static void print(final PrintStream out, final GeneratedWorkload workload) {
        out.printf(
                Locale.ROOT,
                "workload   %s: %,d commands after %,d prefilled orders, %,d symbols, %,d users; checksum %016x%n",
                workload.name(),
                workload.timed().size(),
                workload.prefill().size(),
                workload.setup().symbols().size(),
                workload.setup().users(),
                workload.checksum());
        out.printf("mix        %s%n", workload.timedTotals().describeMix());
    }
}
