package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.MemoryRun;
import org.junit.jupiter.api.Test;

/** Bytes per user and per resting order, by name only: {@code mvn -T1 -Dtest=PerfMemory test}. */
class PerfMemory {

    @Test
    void testMemory() {
        new PerfJvm().run(MemoryRun.class);
    }
}
