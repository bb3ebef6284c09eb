package io.daybook.perf.run;

import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.workload.GeneratedWorkload;
import io.daybook.perf.workload.Mix;
import io.daybook.perf.workload.Takers;
import io.daybook.perf.workload.Workload;
import java.io.PrintStream;
import java.util.Locale;

/** Generates workloads by name, with another size, mix or takers on request, and describes them. */
public final class Workloads {

    private Workloads() {}

    /** Generates a workload. */
    public static GeneratedWorkload generate(final String label) {
        final String mix = PerfProperties.constant("mix", Mix.MARGIN.name());
        final String takers = PerfProperties.constant("takers", "");
        final var builder =
                Workload.of(label).builder().mix(Mix.valueOf(mix)).dividedBy(PerfProperties.number("divisor", 1));
        if (!takers.isEmpty()) {
            builder.takers(Takers.valueOf(takers));
        }
        return builder.generate();
    }

    /** Prints the description of a workload. */
    public static void print(final PrintStream out, final GeneratedWorkload workload) {
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
