package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.ItchRun;
import org.junit.jupiter.api.Test;

/**
 * The speed of reading files of ITCH 5.0, and of building their books, by name only: {@code mvn -T1 -Dtest=PerfItch
 * test}.
 */
class PerfItch {

    @Test
    void testItch() {
        new PerfJvm().run(ItchRun.class, "1500000");
        new PerfJvm().run(ItchRun.class, "6000000");
    }
}
