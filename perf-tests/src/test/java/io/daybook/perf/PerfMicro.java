package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Runs the micro-benchmarks, but only if it is named: {@code mvn -T1 -Dtest=PerfMicro test}.
 * {@code -Ddaybook.perf.jmh="-f 1 -i 1"} passes more options to JMH; if an option is given twice, the last one counts.
 */
class PerfMicro {

    @Test
    void testRoundTrip() {
        run("RoundTripBenchmark");
    }

    private static void run(final String benchmark) {
        final List<String> arguments = new ArrayList<>(List.of(benchmark, "-prof", "gc"));
        final String more = System.getProperty("daybook.perf.jmh", "").strip();
        if (!more.isEmpty()) {
            arguments.addAll(List.of(more.split("\\s+")));
        }
        new PerfJvm().run(System.out::println, "org.openjdk.jmh.Main", arguments.toArray(String[]::new));
    }
}
