package io.daybook.perf;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.ThroughputRun;
import org.junit.jupiter.api.Test;

/** Measures throughput. Runs only if it is named: {@code mvn -T1 -Dtest=PerfThroughput#testThroughputMargin test}. */
class PerfThroughput {
    private static final int LARGE_HEAP_GIB = 12;

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
        assumeTrue(PerfJvm.memoryGib() > LARGE_HEAP_GIB, () -> "large needs a heap of " + LARGE_HEAP_GIB + " GiB");
        PerfJvm.withHeap(LARGE_HEAP_GIB).run(ThroughputRun.class, "large");
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

    @Test
    void testThroughputSpot() {
        run("spot");
    }

    @Test
    void testThroughputSpotTrades() {
        run("spot-trades");
    }

    private static void run(final String workload) {
        new PerfJvm().run(ThroughputRun.class, workload);
    }
}
