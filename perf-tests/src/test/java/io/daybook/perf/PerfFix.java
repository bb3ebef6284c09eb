package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.tcp.FixFloodRun;
import io.daybook.perf.tcp.FixLatencyRun;
import org.junit.jupiter.api.Test;

/** Measures orders over FIX. Runs only if it is named: {@code mvn -T1 -Dtest=PerfFix test}. */
class PerfFix {

    @Test
    void testRoundTrip() {
        new PerfJvm().run(FixLatencyRun.class);
    }

    @Test
    void testPipelined() {
        new PerfJvm().run(FixFloodRun.class);
    }
}
