package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import org.junit.jupiter.api.Test;

/** The micro-benchmarks, by name only: {@code mvn -Dtest=PerfMicro test}. */
class PerfMicro {

    @Test
    void testCodec() {
        run("CodecBenchmark");
    }

    @Test
    void testRoundTrip() {
        run("RoundTripBenchmark");
    }

    private static void run(final String benchmark) {
        new PerfJvm().run(System.out::println, "org.openjdk.jmh.Main", benchmark, "-prof", "gc");
    }
}
