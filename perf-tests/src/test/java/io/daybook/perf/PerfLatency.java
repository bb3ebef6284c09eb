package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.LatencyRun;
import org.junit.jupiter.api.Test;

/** Measures latency. Runs only if it is named: {@code mvn -T1 -Dtest=PerfLatency test}. */
class PerfLatency {

    @Test
    void testLatencyMargin() {
        new PerfJvm().run(LatencyRun.class, "margin");
    }

    @Test
    void testLatencyExchange() {
        new PerfJvm().run(LatencyRun.class, "exchange");
    }
}
