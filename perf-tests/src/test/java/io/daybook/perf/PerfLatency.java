package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.LatencyRun;
import org.junit.jupiter.api.Test;

/** Latency, by name only: {@code mvn -T1 -Dtest=PerfLatency test}. */
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
