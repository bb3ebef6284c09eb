package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.LatencyRun;
import org.junit.jupiter.api.Test;

/**
 * Measures latency with a journal, with results that wait until their commands are on the disk. Runs only if it is
 * named: {@code mvn -Dtest=PerfLatencyJournaling test}.
 */
class PerfLatencyJournaling {

    @Test
    void testLatencyMargin() {
        new PerfJvm().run(LatencyRun.class, "margin", "journal");
    }

    @Test
    void testLatencyExchange() {
        new PerfJvm().run(LatencyRun.class, "exchange", "journal");
    }
}
