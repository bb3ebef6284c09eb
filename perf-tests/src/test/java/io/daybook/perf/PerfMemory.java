package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.MemoryRun;
import org.junit.jupiter.api.Test;

/**
 * Measures the bytes per user and per resting order. Runs only if it is named: {@code mvn -T1 -Dtest=PerfMemory test}.
 */
class PerfMemory {

    @Test
    void testMemory() {
        new PerfJvm().run(MemoryRun.class);
    }
}
