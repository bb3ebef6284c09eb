package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.HostileRun;
import org.junit.jupiter.api.Test;

/**
 * Measures the processor time of the most expensive requests of one client. Runs only if it is named: {@code mvn -T1
 * -Dtest=PerfHostile test}.
 */
class PerfHostile {

    @Test
    void testHostile() {
        new PerfJvm().run(HostileRun.class);
    }
}
