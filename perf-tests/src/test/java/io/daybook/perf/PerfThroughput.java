package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.ThroughputRun;
import org.junit.jupiter.api.Test;

/** Throughput, by name only: {@code mvn -Dtest=PerfThroughput#testThroughputMargin test}. */
class PerfThroughput {

    @Test
    void testThroughputMargin() {
        run("margin");
    }

    @Test
    void testThroughputExchange() {
        run("exchange");
    }

    @Test
    void testThroughputPeak() {
        run("peak");
    }

    @Test
    void testThroughputSmall() {
        run("small");
    }

    @Test
    void testThroughputMedium() {
        run("medium");
    }

    @Test
    void testThroughputLarge() {
        run("large");
    }

    @Test
    void testThroughputDeep() {
        run("deep");
    }

    @Test
    void testThroughputWide() {
        run("wide");
    }

    @Test
    void testThroughputAvalanche() {
        run("avalanche");
    }

    private static void run(final String workload) {
        new PerfJvm().run(ThroughputRun.class, workload);
    }
}
