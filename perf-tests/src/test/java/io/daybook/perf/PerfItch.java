package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.ItchRun;
import org.junit.jupiter.api.Test;

/**
 * Measures how fast files of ITCH 5.0 are read, and their books are built. Runs only if it is named: {@code mvn -T1
 * -Dtest=PerfItch test}.
 */
class PerfItch {

    @Test
    void testItch() {
        new PerfJvm().run(ItchRun.class, "1500000");
        new PerfJvm().run(ItchRun.class, "6000000");
    }
}
