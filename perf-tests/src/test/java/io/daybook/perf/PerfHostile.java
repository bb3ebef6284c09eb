package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.HostileRun;
import org.junit.jupiter.api.Test;

/**
 * Processor time of the most expensive requests of one client, by name only: {@code mvn -T1 -Dtest=PerfHostile test}.
 */
class PerfHostile {

    @Test
    void testHostile() {
        new PerfJvm().run(HostileRun.class);
    }
}
