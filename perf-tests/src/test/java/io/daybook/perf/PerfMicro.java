package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The micro-benchmarks, by name only: {@code mvn -T1 -Dtest=PerfMicro test}. {@code -Ddaybook.perf.jmh="-f 1 -i 1"}
 * passes more options to JMH, in which the last option of a kind counts.
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
