package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.HiccupsRun;
import org.junit.jupiter.api.Test;

/**
 * Measures the pauses that the machine makes by itself. Runs only if it is named: {@code mvn -T1 -Dtest=PerfHiccups
 * test}.
 */
class PerfHiccups {

    @Test
    void testHiccups() {
        new PerfJvm().run(HiccupsRun.class);
    }
}
